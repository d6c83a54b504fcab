import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// REFERENCES to a table that does not exist.
package struct ForeignKeyTargetMissing: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY)",
    "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A foreign key references a table that does not exist after the script.",
    severity: .error,
    why: "If foreign keys are enabled, every INSERT into the table fails.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES «usr» (id))"),
      .init(before: user, "«drop table user»"),
    ],
    right: [
      .init(
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES [User] (id))",
        "CREATE TABLE user (id INTEGER PRIMARY KEY)"),
      .init(before: user, "DROP TABLE pet", "DROP TABLE user"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete, script.changesSchema else { return }
    let dragged = Set(script.lineages.flatMap { script.dragged(by: $0) }.map { SQLName($0.name) })
    for table in script.tablesWithChangedKeys {
      for key in table.foreignKeys where script.after[key.parent] == nil {
        let isOld =
          script.before[key.parent] == nil
          && script.before[table.name]?.foreignKeys.contains {
            $0.parent.isSameName(as: key.parent)
          } == true
        guard !isOld, !dragged.contains(SQLName(table.name)),
          let place = script.reference(to: key.parent, of: table)
            ?? script.lastStatement(touching: [SQLName(key.parent)])?.span
        else { continue }
        if script.tablesRebuiltElsewhere.contains(SQLName(key.parent)) {
          // The runner checks foreign keys after each script (law 17).
          if script.script.foreignKeys == .unchecked { continue }
          findings.report(
            "“\(key.parent)” is missing until a later script, although “\(table.name)” references it",
            at: place, why: "The check of foreign keys after this script fails if there are rows.",
            help: "Move the RENAME into this script, or set \"foreignKeys\": \"unchecked\" in it.")
          continue
        }
        let near = Spelling.closest(to: key.parent, among: script.after.names)
        findings.report(
          "“\(table.name)” references table “\(key.parent)”, which does not exist", at: place,
          label: near.map { "did you mean “\($0)”?" },
          help: near.map { "Write REFERENCES \($0)." }
            ?? "Create the table “\(key.parent)”, or rebuild “\(table.name)” without the reference."
        )
      }
    }
  }
}
