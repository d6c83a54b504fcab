import SQLScriptsSQL

/// A trigger that was dropped together with its table.
package struct LostTrigger: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)", "CREATE TABLE log (name TEXT)",
    "CREATE TRIGGER user_log AFTER UPDATE ON user BEGIN INSERT INTO log VALUES (new.name); END",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A rebuild of a table drops a trigger and does not recreate it.",
    severity: .error,
    why: "The work of the trigger silently stops on every device.",
    wrong: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id, ifnull(name, '') FROM user",
        "«DROP TABLE user»", "ALTER TABLE new_user RENAME TO user")
    ],
    right: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id, ifnull(name, '') FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user",
        "CREATE TRIGGER user_log AFTER UPDATE ON user BEGIN INSERT INTO log VALUES (new.name); END"
      ),
      .init(
        before: user, "DROP TRIGGER user_log",
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id, ifnull(name, '') FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for lineage in script.lineages where lineage.kind == .rebuilt {
      guard let after = lineage.after else { continue }
      // A new trigger on the same table may replace it under another name.
      let isReplaced = after.triggers.count >= lineage.before.triggers.count
      guard !isReplaced else { continue }
      let there = Set(
        script.after.tables.values.lazy.flatMap(\.triggers).map { SQLName($0.name) })
      for trigger in lineage.before.triggers {
        guard !there.contains(SQLName(trigger.name)), !script.drops("TRIGGER", trigger.name) else {
          continue
        }
        let last = script.lastStatement(of: lineage)
        findings.report(
          "trigger “\(trigger.name)” of “\(after.name)” is dropped and not recreated",
          at: script.statements[script.dropStatement(of: lineage)].span,
          label: "dropping a table also drops its triggers",
          why: "The script rebuilds “\(after.name)” without recreating the trigger.",
          help: "After “\(last)”, write: \(trigger.sql.oneLine)",
          repair: Repair(kind: "trigger", name: trigger.name, owner: after.name, sql: trigger.sql))
      }
    }
  }
}
