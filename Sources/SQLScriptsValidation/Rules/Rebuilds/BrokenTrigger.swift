/// A trigger that does not work after a script.
package struct BrokenTrigger: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)", "CREATE TABLE log (name TEXT)",
    "CREATE TRIGGER user_log AFTER INSERT ON user BEGIN INSERT INTO log VALUES (new.name); END",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A trigger uses a table or column that is not there any more.", severity: .error,
    why: "Every change of the table that the trigger is on fails from then on.",
    wrong: [
      .init(before: user, "«DROP TABLE log»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "«CREATE TRIGGER t AFTER DELETE ON user BEGIN DELETE FROM pet WHERE owner = old.id; END»"),
      .init(
        before: [
          "CREATE TABLE cache (id INTEGER PRIMARY KEY, keep INTEGER)",
          "CREATE TABLE note (body TEXT)",
          "CREATE TRIGGER clean AFTER INSERT ON note BEGIN DELETE FROM cache WHERE \"keep\" <> 1; END",
        ], "«ALTER TABLE cache DROP COLUMN keep»"),
    ],
    right: [
      .init(before: user, "DROP TRIGGER user_log", "DROP TABLE log"),
      .init(
        before: user, "CREATE TABLE new_log (name TEXT, at TEXT)",
        "INSERT INTO new_log (name) SELECT name FROM log", "DROP TRIGGER user_log",
        "DROP TABLE log", "ALTER TABLE new_log RENAME TO log"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let broken = statement.brokenByColumnDrop, broken.kind == .trigger else { return }
    findings.report(
      "The trigger “\(broken.name)” uses this column", at: statement.errorPlace(broken.column),
      why: statement.error.map { "SQLite said “\($0.message)”" },
      help: "Drop the trigger before, and create it again without the column if it is still needed."
    )
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for broken in script.brokenObjects where !broken.isView {
      findings.report(
        "The trigger “\(broken.name)” does not work after this script: \(broken.reason)",
        at: broken.statement.span, why: broken.why,
        help: "Drop the trigger, and create it again as it must be now if it is still needed.")
    }
  }
}
