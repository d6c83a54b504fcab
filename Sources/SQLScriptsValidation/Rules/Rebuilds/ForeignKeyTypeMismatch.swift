import SQLScriptsSchema

/// A foreign key with another type than the column it references.
package struct ForeignKeyTypeMismatch: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, code TEXT UNIQUE)"]

  package static let documentation = RuleDocumentation(
    summary: "A foreign key has a text type and the referenced key a numeric type, or vice versa.",
    severity: .warning,
    why:
      "SQLite converts one type to the other. So a JOIN reads all rows despite an index, and in "
      + "a numeric foreign key, '007' becomes 7 and no longer matches the text key.",
    wrong: [
      .init(
        before: user, "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner TEXT REFERENCES «user» (id))"
      ),
      .init(
        before: user,
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, code INTEGER REFERENCES «user» (code))"),
      .init(before: user, "ALTER TABLE user ADD COLUMN boss VARCHAR(10) REFERENCES «user»"),
    ],
    right: [
      .init(
        before: user,
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))"),
      .init(
        before: user,
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, a BIGINT REFERENCES user, b REFERENCES user)"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete, script.changesSchema else { return }
    for table in script.tablesWithChangedKeys {
      for key in table.foreignKeys where !script.hadKey(key, of: table) {
        guard let parent = script.after[key.parent], parent.kind == .table,
          let place = script.reference(to: key.parent, of: table)
        else { continue }
        for (column, target) in zip(key.columns, key.keys.isEmpty ? parent.primaryKey : key.keys) {
          guard let mine = table.column(column), let theirs = parent.column(target),
            Self.differ(mine.type, theirs.type)
          else { continue }
          findings.report(
            "“\(mine.name)” is \(mine.type.uppercased()), and “\(theirs.name)” of “\(parent.name)”, "
              + "which it refers to, is \(theirs.type.uppercased())",
            at: place, help: "Give “\(mine.name)” the type \(theirs.type.uppercased()).")
          break
        }
      }
    }
  }

  private static func differ(_ mine: String, _ theirs: String) -> Bool {
    let numbers: Set<Affinity> = [.integer, .real]
    let (mine, theirs) = (Affinity(mine), Affinity(theirs))
    return mine == .text && numbers.contains(theirs) || numbers.contains(mine) && theirs == .text
  }
}

extension RehearsedScript {
  /// Whether a table had a foreign key before the script, possibly under its earlier name.
  func hadKey(_ key: SchemaForeignKey, of table: SchemaTable) -> Bool {
    names(of: table.name).contains { before[$0]?.foreignKeys.contains(key) == true }
  }
}
