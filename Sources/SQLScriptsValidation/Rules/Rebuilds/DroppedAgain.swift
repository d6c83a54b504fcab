import SQLScriptsSQL
import SQLScriptsSchema

/// An index or trigger that the same script creates and then drops with its table.
package struct DroppedAgain: Rule {
  private static let memo = ["CREATE TABLE memo (id INTEGER PRIMARY KEY, text TEXT NOT NULL)"]
  private static let rebuild = [
    "CREATE TABLE new_memo (id INTEGER PRIMARY KEY, text TEXT NOT NULL, pinned INTEGER)",
    "INSERT INTO new_memo (id, text) SELECT id, text FROM memo", "DROP TABLE memo",
    "ALTER TABLE new_memo RENAME TO memo",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A script creates an index or trigger and then drops its table.", severity: .error,
    why: "Dropping a table also drops its indexes and triggers, so the new one is lost at once.",
    wrong: [
      .init(
        before: memo, "«CREATE INDEX memo_text ON memo (text)»", rebuild[0], rebuild[1],
        rebuild[2], rebuild[3])
    ],
    right: [
      .init(
        before: memo, rebuild[0], rebuild[1], rebuild[2], rebuild[3],
        "CREATE INDEX memo_text ON memo (text)"),
      .init(
        before: memo, "CREATE TABLE work (id INTEGER PRIMARY KEY, text TEXT)",
        "CREATE INDEX work_text ON work (text)", "DROP TABLE work"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for statement in script.statements {
      guard let created = statement.created, created.kind == .index || created.kind == .trigger,
        let action = statement.actions.first(where: {
          $0.kind == .createIndex || $0.kind == .createTrigger
        }), let lineage = script.lineage(of: SQLName(action.detail)), lineage.kind == .rebuilt,
        let after = lineage.after
      else { continue }
      let isIndex = created.kind == .index
      let name = action.name
      let isThere =
        isIndex
        ? script.after.table(ofIndex: name) != nil
        : script.after.tables.values.contains {
          $0.triggers.contains { $0.name.isSameName(as: name) }
        }
      guard !isThere, !script.drops(isIndex ? "INDEX" : "TRIGGER", name) else { continue }
      findings.report(
        "“\(name)” is dropped again, with “\(lineage.before.name)”", at: statement.span,
        help: "Put this statement after “\(script.lastStatement(of: lineage))”.",
        related: [
          .init(
            span: script.statements[script.dropStatement(of: lineage)].span,
            message: "“\(after.name)” is rebuilt here")
        ])
    }
  }
}
