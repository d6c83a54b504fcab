import SQLScriptsSQL
import SQLScriptsSchema

/// A rebuild that does not copy the ID.
package struct RenumberedRows: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE visit (user INTEGER REFERENCES user (id))",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A rebuild does not copy the INTEGER PRIMARY KEY, so SQLite gives new IDs.",
    severity: .error,
    why:
      "References to the rows, in other tables, in files and on servers, then lead to other rows.",
    wrong: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "«INSERT INTO new_user (name) SELECT ifnull(name, '') FROM user»", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user")
    ],
    right: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id, ifnull(name, '') FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user")
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for lineage in script.lineages where lineage.kind == .rebuilt {
      guard let copy = script.renumberingCopy(of: lineage), let id = lineage.before.rowIDAlias
      else {
        continue
      }
      // IDs without gaps may stay the same by chance.
      let isTornApart = script.orphans.contains {
        SQLName($0.parent) == SQLName(lineage.before.name)
      }
      let missing = script.real?.missing[SQLName(lineage.before.name)]
      findings.report(
        "the rows of “\(lineage.before.name)” get new values of “\(id.name)”"
          + (missing.map { ", and the values of \($0.words) are gone" } ?? ""), at: copy.span,
        help: "Copy “\(id.name)”, too: name it in the INSERT and in the SELECT.",
        severity: isTornApart || missing != nil ? .error : .warning)
    }
  }
}

extension RehearsedScript {
  /// The copy of a rebuild that leaves the ID out; nil if all copies have it.
  func renumberingCopy(of lineage: TableLineage) -> RehearsedStatement? {
    guard lineage.before.rowIDAlias != nil, let id = lineage.after?.rowIDAlias?.name else {
      return nil
    }
    return lineage.copies.map { statements[$0] }.first { statement in
      statement.columnList.map { columns in
        !columns.contains {
          $0.isSameName(as: id) || ["rowid", "oid", "_rowid_"].contains($0.asciiLowercased)
        }
      } ?? false
    }
  }
}
