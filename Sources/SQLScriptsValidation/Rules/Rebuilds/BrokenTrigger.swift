/// A trigger that a script breaks.
package struct BrokenTrigger: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)", "CREATE TABLE log (name TEXT)",
    "CREATE TRIGGER user_log AFTER INSERT ON user BEGIN INSERT INTO log VALUES (new.name); END",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A trigger uses a table or column that no longer exists.", severity: .error,
    why: "From then on, every change that fires the trigger fails.",
    wrong: [
      .init(before: user, "«DROP TABLE log»"),
      .init(
        before: user + [
          "CREATE VIEW names AS SELECT name FROM log",
          "CREATE TRIGGER t INSTEAD OF UPDATE ON names BEGIN SELECT 1; END",
        ], "DROP TRIGGER user_log", "«DROP TABLE log»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "CREATE TRIGGER t AFTER DELETE ON user BEGIN DELETE FROM «pet» WHERE owner = old.id; END"),
      .init(
        before: [
          "CREATE TABLE cache (id INTEGER PRIMARY KEY, keep INTEGER)",
          "CREATE TABLE note (body TEXT)",
          "CREATE TRIGGER clean AFTER INSERT ON note BEGIN DELETE FROM cache WHERE \"keep\" <> 1; END",
        ], "«ALTER TABLE cache DROP COLUMN keep»"),
      .init(
        before: [
          "CREATE VIRTUAL TABLE note USING fts5 (title, body)", "CREATE TABLE hit (n INTEGER)",
        ],
        "CREATE TRIGGER t AFTER INSERT ON hit BEGIN DELETE FROM note WHERE note MATCH «'{title text}: old'»; END"
      ),
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
      "trigger “\(broken.name)” uses this column", at: statement.errorPlace(broken.column),
      why: statement.error.map { "SQLite said “\($0.message)”" },
      help: "Drop the trigger first. If the app still needs it, recreate it without the column."
    )
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for broken in script.brokenObjects where !broken.isView {
      if let slip = script.slip(in: broken) {
        findings.report(
          "trigger “\(broken.name)” cannot be used: \(broken.reason)\(slip.former)", at: slip.span,
          why: broken.why, help: slip.help)
        continue
      }
      let renaming = script.renaming(in: broken)
      findings.report(
        "trigger “\(broken.name)” is broken after this script: \(broken.reason)\(renaming?.message ?? "")",
        at: broken.statement.span, why: broken.why,
        help: renaming?.help
          ?? "Drop the trigger. If the app still needs it, recreate it to match the new tables.")
    }
    for unknown in script.unknownSearchColumns(in: .trigger) {
      findings.report(
        "trigger “\(unknown.name)” fails: “\(unknown.index)” has no column “\(unknown.column)”",
        at: unknown.span, help: unknown.help)
    }
  }
}
