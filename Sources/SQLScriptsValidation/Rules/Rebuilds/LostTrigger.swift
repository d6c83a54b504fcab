import SQLScriptsSQL
import SQLScriptsSchema

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
        "«DROP TABLE user»", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "«DROP TRIGGER user_log»", "UPDATE user SET name = trim(name) WHERE id > 7"),
      .init(
        before: user, "DROP TRIGGER user_log",
        "«CREATE TRIGGER user_log AFTER INSERT ON user BEGIN INSERT INTO log VALUES (new.name); END»"
      ),
    ],
    right: [
      .init(before: user, "DROP TRIGGER user_log"),
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
      let owners = Dictionary(
        script.after.tables.values.lazy.flatMap { table in
          table.triggers.map { (SQLName($0.name), table) }
        }, uniquingKeysWith: { first, _ in first })
      for trigger in lineage.before.triggers {
        let owner = owners[SQLName(trigger.name)]
        guard owner.map({ lineage.isOther($0) }) ?? true, !script.drops("TRIGGER", trigger.name)
        else { continue }
        let last = script.lastStatement(of: lineage)
        findings.report(
          "trigger “\(trigger.name)” of “\(after.name)” is dropped and not recreated",
          at: script.statements[script.dropStatement(of: lineage)].span,
          label: "dropping a table also drops its triggers",
          why: "The script rebuilds “\(after.name)” without recreating the trigger.",
          help: owner.map {
            "After “\(last)”, give it another name, which “\($0.name)” does not use: \(trigger.sql.oneLine)"
          } ?? "After “\(last)”, write: \(trigger.sql.oneLine)",
          repair: owner == nil
            ? Repair(kind: "trigger", name: trigger.name, owner: after.name, sql: trigger.sql)
            : nil)
      }
    }
    for statement in script.statements where statement.has("DROP", "TRIGGER", at: 0) {
      check(drop: statement, in: script, &findings)
    }
  }

  /// A trigger that is dropped so that it does not fire, or created again for something else.
  private func check(
    drop statement: RehearsedStatement, in script: RehearsedScript, _ findings: inout Findings
  ) {
    guard let action = statement.actions.first(where: { $0.kind == .dropTrigger }),
      let owner = script.before[action.detail], let after = script.after[action.detail],
      let old = owner.triggers.first(where: { $0.name.isSameName(as: action.name) })
    else { return }
    if let new = after.triggers.first(where: { $0.name.isSameName(as: old.name) }) {
      let events = (old: Self.event(of: old.sql), new: Self.event(of: new.sql))
      guard events.old != events.new,
        !after.triggers.contains(where: { trigger in
          Self.event(of: trigger.sql) == events.old
            && !owner.triggers.contains { $0.name.isSameName(as: trigger.name) }
        }),
        let creation = script.statements.last(where: {
          $0.succeeded && $0.created?.kind == .trigger
            && $0.createdName?.isSameName(as: new.name) == true
        })
      else { return }
      return findings.report(
        "“\(new.name)” fired \(events.old), and now fires \(events.new)", at: creation.span,
        help: "Write \(events.old), or " + Suppressions.howTo("lost-trigger"), severity: .warning)
    }
    let changesRows = script.statements.contains { other in
      other.succeeded && other.range.lowerBound > statement.range.lowerBound
        && other.verb != nil
        && (other.writtenTable ?? other.emptiedTable).map { $0 == SQLName(owner.name) } == true
    }
    guard changesRows, after.triggers.count < owner.triggers.count else { return }
    findings.report(
      "trigger “\(old.name)” of “\(owner.name)” is dropped and not recreated", at: statement.span,
      why: "The script then changes rows of “\(owner.name)”, as if it were dropped only for that.",
      help: "At the end of the script, write: \(old.sql.oneLine)", severity: .warning,
      repair: Repair(kind: "trigger", name: old.name, owner: owner.name, sql: old.sql))
  }

  /// The words of CREATE TRIGGER that say when it fires: AFTER UPDATE.
  private static func event(of sql: String) -> String {
    let text = SQLText(sql)
    let times: Set = ["BEFORE", "AFTER", "INSTEAD"]
    guard
      let event = text.indices.first(where: { index in
        ["INSERT", "UPDATE", "DELETE"].contains(text.word(index))
      })
    else { return "" }
    let time = text.indices.prefix(event).first { times.contains(text.word($0)) }
    let words = time.map { text.word($0) } ?? "BEFORE"
    return "\(words == "INSTEAD" ? "INSTEAD OF" : words) \(text.word(event))"
  }
}
