import SQLScriptsSQL
import SQLScriptsSchema

/// A foreign key without an index on its columns.
package struct ForeignKeyUnindexed: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY)"]

  package static let documentation = RuleDocumentation(
    summary: "A foreign key has no index on its columns.", severity: .info,
    why:
      "If foreign keys are enabled, SQLite reads all rows of this table to delete one row of the referenced table.",
    wrong: [
      .init(
        before: user,
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES «user» (id))")
    ],
    right: [
      .init(
        before: user,
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
        "CREATE INDEX pet_owner ON pet (owner)"),
      .init(
        before: user, "CREATE TABLE profile (user INTEGER PRIMARY KEY REFERENCES user (id))"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete, script.changesSchema else { return }
    for table in script.tablesWithChangedKeys {
      for key in table.foreignKeys where !table.hasIndex(on: key) && script.after[key.parent] != nil
      {
        guard !script.hadKey(key, of: table),
          let place = script.reference(to: key.parent, of: table)
        else { continue }
        let columns = key.columns.joined(separator: ", ")
        findings.report(
          "“\(table.name)” has no index on “\(columns)”, which makes deleting from “\(key.parent)” slow",
          at: place,
          help: "Write: CREATE INDEX \(table.name)_\(key.columns.joined(separator: "_")) "
            + "ON \(table.name) (\(columns))")
      }
    }
  }
}
