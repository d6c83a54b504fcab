import SQLScriptsDiagnostics
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
        let index = ([table.name] + key.columns).joined(separator: "_").quotedIfNeeded
        let names = key.columns.map(\.quotedIfNeeded).joined(separator: ", ")
        findings.report(
          "“\(table.name)” has no index on “\(columns)”, which makes deleting from “\(key.parent)” slow",
          at: place,
          help: Self.advice + "CREATE INDEX \(index) ON \(table.name.quotedIfNeeded) (\(names))")
      }
    }
  }

  private static let advice = "Write: "

  /// The statement that creates the missing index of a finding, unless something has its name.
  ///
  /// - Parameter schema: the one after the script.
  package static func index(for finding: Diagnostic, in schema: SchemaSnapshot) -> String? {
    guard finding.id == id, let help = finding.help, help.hasPrefix(advice) else { return nil }
    let sql = String(help.dropFirst(advice.count))
    let name = SQLName(SQLText(sql).name(2))
    return schema[name] == nil && schema.table(ofIndex: name.text) == nil ? sql : nil
  }
}
