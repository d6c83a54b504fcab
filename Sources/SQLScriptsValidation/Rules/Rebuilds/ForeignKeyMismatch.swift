import SQLScriptsSQL
import SQLScriptsSchema

/// REFERENCES to columns that are not a key.
package struct ForeignKeyMismatch: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A foreign key references columns that are neither PRIMARY KEY nor UNIQUE.",
    severity: .error,
    why: "If foreign keys are enabled, every INSERT into the table fails.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner TEXT REFERENCES «user» (name))"),
      .init(
        before: ["CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b))"],
        "create table part (pair integer references «Pair»)"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner TEXT REFERENCES user (name))",
        "CREATE UNIQUE INDEX user_name ON user (name)"),
      .init(
        before: ["CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b))"],
        "CREATE TABLE part (a INTEGER, b INTEGER, FOREIGN KEY (b, a) REFERENCES pair (b, a))"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete, script.changesSchema else { return }
    for table in script.tablesWithChangedKeys {
      for key in table.foreignKeys where isMismatch(key, script.after) {
        let isOld =
          script.before[table.name]?.foreignKeys.contains(key) == true
          && isMismatch(key, script.before)
        let parent = script.after[key.parent]?.name ?? key.parent
        guard !isOld,
          let place = script.reference(to: key.parent, of: table)
            ?? script.lastStatement(touching: [SQLName(parent)])?.span
        else { continue }
        let columns = key.keys.isEmpty ? "its primary key" : key.keys.joined(separator: ", ")
        findings.report(
          "“\(table.name)” references \(columns) of “\(parent)”, which is not a matching key",
          at: place,
          help: key.keys.isEmpty
            ? "List as many columns as the primary key of “\(parent)” has."
            : "Write: CREATE UNIQUE INDEX … ON \(parent) (\(columns))")
      }
    }
  }

  private func isMismatch(_ key: SchemaForeignKey, _ schema: SchemaSnapshot) -> Bool {
    guard let parent = schema[key.parent], parent.kind == .table else { return false }
    let primary = parent.primaryKey.map { SQLName($0) }
    guard !key.keys.isEmpty else { return primary.count != key.columns.count }
    let wanted = Set(key.keys.map { SQLName($0) })
    if wanted == Set(primary) { return false }
    return !parent.indexes.contains { index in
      index.isUnique && !index.isPartial && Set(index.columns.map { SQLName($0 ?? "") }) == wanted
    }
  }
}
