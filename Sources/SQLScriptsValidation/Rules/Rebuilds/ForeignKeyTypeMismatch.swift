import SQLScriptsSchema

/// A text that refers to a number, or a number that refers to a text.
package struct ForeignKeyTypeMismatch: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, code TEXT UNIQUE)"]

  package static let documentation = RuleDocumentation(
    summary: "A foreign key is a text and its parent's key a number, or the other way round.",
    severity: .warning,
    why:
      "SQLite converts one to the other: a JOIN reads all rows in spite of an index, and where a number "
      + "refers to a text, '007' becomes 7 and finds no parent.",
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
          let place = script.reference(to: key.parent)
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
    let numbers: Set<TypeWords.Affinity> = [.integer, .real]
    let (mine, theirs) = (TypeWords.affinity(mine), TypeWords.affinity(theirs))
    return mine == .text && numbers.contains(theirs) || numbers.contains(mine) && theirs == .text
  }
}

extension RehearsedScript {
  /// Whether a table had a foreign key before the script, be it under the name that it had then.
  func hadKey(_ key: SchemaForeignKey, of table: SchemaTable) -> Bool {
    names(of: table.name).contains { before[$0]?.foreignKeys.contains(key) == true }
  }
}
