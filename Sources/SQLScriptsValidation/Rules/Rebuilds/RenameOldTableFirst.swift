import SQLScriptsSQL
import SQLScriptsSchema

/// A rebuild that renames the old table first, which redirects references to it.
package struct RenameOldTableFirst: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
  ]

  package static let documentation = RuleDocumentation(
    summary: "Renaming the old table first redirects foreign keys and views to its new name.",
    severity: .error,
    why:
      "Other tables then reference a table that is dropped, and if foreign keys are enabled, every INSERT into them fails.",
    wrong: [
      .init(
        before: user, "«ALTER TABLE user RENAME TO user_old»",
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO user (id, name) SELECT id, ifnull(name, '') FROM user_old",
        "DROP TABLE user_old")
    ],
    right: [
      .init(
        before: user, "CREATE TABLE user_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO user_new (id, name) SELECT id, ifnull(name, '') FROM user",
        "DROP TABLE user", "ALTER TABLE user_new RENAME TO user"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "ALTER TABLE user RENAME TO user_old",
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO user (id, name) SELECT id, ifnull(name, '') FROM user_old",
        "DROP TABLE user_old"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for lineage in script.lineages {
      guard let dragged = script.dragged(by: lineage).first,
        let rename = script.statements.first(where: {
          $0.renamedTable?.old == SQLName(lineage.before.name)
        })
      else { continue }
      findings.report(
        "“\(dragged.name)” now references “\(dragged.target)” instead of the new “\(lineage.before.name)”",
        at: rename.span, label: "this redirects all references",
        help:
          "Create the new table under another name, copy the rows, drop the old one, rename the "
          + "new one."
      )
    }
  }
}

extension RehearsedScript {
  /// Tables and views that reference the renamed old table of a rebuild instead of the new one.
  func dragged(by lineage: TableLineage) -> [(name: String, target: String)] {
    guard lineage.wasRenamedFirst else { return [] }
    let original = SQLName(lineage.before.name)
    let aside = lineage.names.subtracting([original])
    var dragged: [(String, String)] = []
    for table in after.tables.values.sorted(by: { SQLName($0.name) < SQLName($1.name) }) {
      let name = SQLName(table.name)
      guard name != original, !aside.contains(name) else { continue }
      if let key = table.foreignKeys.first(where: { aside.contains(SQLName($0.parent)) }) {
        dragged.append((table.name, key.parent))
      } else if table.kind == .view, let old = before[name] {
        let words = { (sql: String) in Set(CanonicalSQL(sql).tokens.map { SQLName($0) }) }
        let target = words(table.sql).subtracting(words(old.sql)).intersection(aside).first
        if let target { dragged.append((table.name, target.text)) }
      }
    }
    return dragged
  }
}
