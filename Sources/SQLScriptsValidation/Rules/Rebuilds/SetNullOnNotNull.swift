import SQLScriptsSchema

/// `NOT NULL REFERENCES user ON DELETE SET NULL`
package struct SetNullOnNotNull: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY)"]

  package static let documentation = RuleDocumentation(
    summary: "A foreign key is set to NULL by ON DELETE or ON UPDATE, but its column is NOT NULL.",
    severity: .warning,
    why:
      "If foreign keys are enabled, deleting or updating the referenced row fails with “NOT "
      + "NULL constraint failed”.",
    wrong: [
      .init(
        before: user,
        "CREATE TABLE pet (owner INTEGER NOT NULL REFERENCES «user» (id) ON DELETE SET NULL)"),
      .init(
        before: user,
        "CREATE TABLE pet (a INTEGER NOT NULL, FOREIGN KEY (a) REFERENCES «user» ON UPDATE SET NULL)"
      ),
      .init(
        before: user,
        "CREATE TABLE pet (owner INTEGER NOT NULL REFERENCES «user» (id) ON DELETE SET DEFAULT)"),
    ],
    right: [
      .init(
        before: user,
        "CREATE TABLE pet (owner INTEGER REFERENCES user (id) ON DELETE SET NULL)"),
      .init(
        before: user,
        "CREATE TABLE pet (owner INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE)"),
      .init(
        before: user,
        "CREATE TABLE pet (a INTEGER NOT NULL DEFAULT 1 REFERENCES user ON DELETE SET DEFAULT)"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete, script.changesSchema else { return }
    for table in script.tablesWithChangedKeys {
      for key in table.foreignKeys where !script.hadKey(key, of: table) {
        guard let (event, action, column) = Self.conflict(key, table),
          let place = script.reference(to: key.parent, of: table)
        else { continue }
        findings.report(
          "ON \(event) \(action) cannot set “\(column)” to NULL, because it is NOT NULL", at: place,
          help: "Remove NOT NULL from “\(column)”, or write ON \(event) CASCADE.")
      }
    }
  }

  /// The action of the foreign key that cannot work.
  private static func conflict(
    _ key: SchemaForeignKey, _ table: SchemaTable
  ) -> (event: String, action: String, column: String)? {
    for (event, action) in [("DELETE", key.onDelete), ("UPDATE", key.onUpdate)] {
      let column = key.columns.compactMap(table.column).first { column in
        guard column.isNotNull else { return false }
        let isEmpty = column.defaultValue == nil || column.defaultValue?.uppercased() == "NULL"
        return action == "SET NULL" || action == "SET DEFAULT" && isEmpty
      }
      if let column { return (event, action, column.name) }
    }
    return nil
  }
}
