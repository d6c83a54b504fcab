import SQLScriptsSQL
import SQLScriptsSchema

/// A view, or the triggers of a view, that a script drops to change a table and does not create again.
package struct LostView: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
    "CREATE VIEW adult AS SELECT id, name FROM user WHERE age > 17",
    "CREATE TRIGGER adult_delete INSTEAD OF DELETE ON adult BEGIN DELETE FROM user WHERE id = old.id; END",
  ]

  package static let documentation = RuleDocumentation(
    summary:
      "A script drops a view and does not create it again, or without its condition.",
    severity: .warning,
    why:
      "The app's queries fail, because the view or its triggers no longer exist, or show rows that they should not.",
    wrong: [
      .init(
        before: user, "«DROP VIEW adult»",
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER NOT NULL)",
        "INSERT INTO new_user (id, name, age) SELECT id, name, ifnull(age, 0) FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "«DROP VIEW adult»",
        "CREATE VIEW adult AS SELECT id, name FROM user WHERE age >= 18"),
      .init(
        before: Array(user.prefix(2)), "DROP VIEW adult",
        "ALTER TABLE user ADD COLUMN email TEXT",
        "«CREATE VIEW adult AS SELECT id, name, email FROM user»"),
    ],
    right: [
      .init(before: user, "DROP VIEW adult"),
      .init(
        before: user, "DROP VIEW adult",
        "CREATE VIEW adult AS SELECT id, name FROM user WHERE age >= 18",
        "CREATE TRIGGER adult_delete INSTEAD OF DELETE ON adult BEGIN DELETE FROM user WHERE id = old.id; END"
      ),
      .init(
        before: user, "DROP TRIGGER adult_delete", "DROP VIEW adult",
        "CREATE VIEW adult AS SELECT id, name FROM user WHERE age >= 18"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for statement in script.statements where statement.has("DROP", "VIEW", at: 0) {
      guard let name = statement.actions.first(where: { $0.kind == .dropView })?.name,
        let view = script.before[name], view.kind == .view
      else { continue }
      guard let now = script.after[name] else {
        // A view alone is dropped on purpose.
        guard let table = rebuiltTable(of: view, in: script) else { continue }
        findings.report(
          "view “\(view.name)” is dropped and not created again", at: statement.span,
          why: "The script also rebuilds “\(table)”, which the view reads.",
          help: "At the end of the script, write: \(view.sql.oneLine)",
          repair: Repair(kind: "view", name: view.name, owner: view.name, sql: view.sql))
        continue
      }
      if let condition = LostCondition(from: view, to: now, in: script.after),
        let created = script.creation(of: SQLName(view.name))
      {
        findings.report(
          "view “\(view.name)” no longer has its condition \(condition.text)",
          at: created.span, label: "shows all rows", help: "Add WHERE \(condition.text).",
          related: [
            .init(span: statement.span, message: "the view with the condition is dropped here")
          ])
      }
      let names = Set(now.triggers.map { SQLName($0.name) })
      let lost = view.triggers.first {
        !names.contains(SQLName($0.name)) && !script.drops("TRIGGER", $0.name)
      }
      guard let lost, now.triggers.count < view.triggers.count else { continue }
      findings.report(
        "trigger “\(lost.name)” of the view “\(view.name)” is dropped and not created again",
        at: statement.span, label: "dropping a view also drops its triggers",
        help: "After the new CREATE VIEW, write: \(lost.sql.oneLine)",
        repair: Repair(kind: "trigger", name: lost.name, owner: view.name, sql: lost.sql))
    }
  }

  private func rebuiltTable(of view: SchemaTable, in script: RehearsedScript) -> String? {
    let names = Set(CanonicalSQL(view.sql).tokens)
    return script.lineages.first {
      $0.kind == .rebuilt && names.contains(SQLName($0.before.name).folded)
    }?.before.name
  }
}

/// A condition of a view that the new view does not have.
private struct LostCondition {
  let text: String

  init?(from old: SchemaTable, to new: SchemaTable, in schema: SchemaSnapshot) {
    let (before, after) = (SQLText(old.sql), SQLText(new.sql))
    let query = before.created?.name.end ?? 0
    guard let start = before.outerIndex(of: "WHERE"), start > query,
      before.outerIndex(of: "UNION") == nil
    else { return nil }
    let ends: Set = ["GROUP", "ORDER", "LIMIT", "HAVING", "WINDOW"]
    let end = before.outerIndices(from: start + 1).first { ends.contains(before.word($0)) }
    let names = Set(after.indices.filter(after.isName).map { SQLName(after.name($0)) })
    let tables = names.sorted().compactMap { schema[$0] }.filter { $0.kind == .table }
    for condition in before.conjuncts(in: start + 1..<(end ?? before.tokens.count)) {
      let columns = condition.filter { index in
        before.isName(index) && before.kind(index + 1) != .dot
          && before.kind(index + 1) != .leftParenthesis
          && tables.contains { $0.column(before.name(index)) != nil }
      }
      // If the new view has the column anywhere, the app may ask for it itself.
      guard !columns.isEmpty, !before.mentions(["SELECT"], in: condition),
        !columns.contains(where: { names.contains(SQLName(before.name($0))) }),
        let first = condition.first, let last = condition.last
      else { continue }
      let range = before.tokens[first].range.lowerBound..<before.tokens[last].range.upperBound
      text = String(decoding: before.bytes[range], as: UTF8.self).oneLine
      return
    }
    return nil
  }
}
