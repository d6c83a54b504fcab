import SQLScriptsSQL
import SQLScriptsSchema

/// `INSERT INTO new_user SELECT … FROM user LIMIT 1000` in a rebuild
package struct LimitedCopy: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "The copy of a rebuild has LIMIT, GROUP BY, DISTINCT, or a JOIN that leaves rows out.",
    severity: .warning,
    why: "Tables with more rows than the author expected lose the others.",
    wrong: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user «LIMIT 1000»",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id, name) SELECT min(id), name FROM user «GROUP BY» name",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
    ],
    right: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user ORDER BY id",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user")
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for lineage in script.lineages where lineage.kind == .rebuilt {
      let name = lineage.before.name
      guard !script.allowsRowLoss(of: SQLName(name)) else { continue }
      for statement in lineage.copies.map({ script.statements[$0] }) {
        guard let select = statement.outerIndex(of: "SELECT") else { continue }
        if let limit = statement.outerIndex(of: "LIMIT", from: select) {
          let last = statement.kind(limit + 1) == .integer ? limit + 1 : limit
          findings.report(
            "LIMIT leaves out the other rows of “\(name)”", at: statement.span(limit...last),
            help: "Remove LIMIT. \(Self.advice(name))")
        } else if let group = statement.outerIndex(of: "GROUP", from: select) {
          findings.report(
            "GROUP BY leaves one row of each group of “\(name)”",
            at: statement.span(group...group + 1),
            help: "Remove GROUP BY. \(Self.advice(name))")
        } else if statement.word(select + 1) == "DISTINCT",
          script.renumberingCopy(of: lineage) != nil || lineage.before.primaryKey.isEmpty
        {
          findings.report(
            "DISTINCT leaves one of equal rows of “\(name)”",
            at: statement.span(select + 1...select + 1),
            help: "Remove DISTINCT. \(Self.advice(name))")
        } else if let (join, column) = statement.joinOnNullable(of: lineage.before) {
          findings.report(
            "JOIN leaves out the rows of “\(name)” whose “\(column)” is NULL",
            at: statement.span(join...join), help: "Write LEFT JOIN. \(Self.advice(name))")
        }
      }
    }
  }

  private static func advice(_ name: String) -> String {
    "If you mean to delete rows, add “\(name)” to the list \"allowsRowLoss\" of this script."
  }
}

extension RehearsedStatement {
  /// An inner JOIN ON a column of a table that can be NULL.
  fileprivate func joinOnNullable(of table: SchemaTable) -> (join: Int, column: String)? {
    for join in indices where word(join) == "JOIN" {
      guard !["LEFT", "OUTER", "FULL", "RIGHT", "CROSS"].contains(word(join - 1)),
        let on = indices.first(where: { $0 > join && word($0) == "ON" })
      else { continue }
      for index in on + 1..<min(on + 8, tokens.count) where isName(index) {
        guard
          ["=", "=="].contains(word(index + 1)) || ["=", "=="].contains(word(index - 1))
            || ["=", "=="].contains(word(index - 3)),
          let column = table.column(name(index)), !column.isNotNull,
          column.primaryKeyPosition == 0,
          readColumns(named: column.name).contains(where: { $0 == column })
        else { continue }
        // The column of the other table may have the same name.
        let isOther =
          kind(index - 1) == .dot && before[SQLName(name(index - 2))] != nil
          && !name(index - 2).isSameName(as: table.name)
        if !isOther { return (join, column.name) }
      }
    }
    return nil
  }
}
