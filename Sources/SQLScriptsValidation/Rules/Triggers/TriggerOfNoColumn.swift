import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// `AFTER UPDATE OF titel ON film`
package struct TriggerOfNoColumn: Rule {
  private static let film = ["CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, seen TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "UPDATE OF in a trigger names a column that the table does not have.",
    severity: .error, why: "SQLite accepts it, and the trigger never fires for this column.",
    wrong: [
      .init(
        before: film,
        "CREATE TRIGGER t AFTER UPDATE OF «titel» ON film BEGIN UPDATE film SET seen = '' WHERE id = NEW.id; END"
      )
    ],
    right: [
      .init(
        before: film,
        "CREATE TRIGGER t AFTER UPDATE OF title ON film BEGIN UPDATE film SET seen = '' WHERE id = NEW.id; END"
      )
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.created?.kind == .trigger,
      let trigger = TriggerText(statement.text), !trigger.columns.isEmpty,
      let table = statement.after[trigger.table]
    else { return }
    let rowIDs: Set<SQLName> = ["rowid", "oid", "_rowid_"]
    for name in trigger.columns.sorted()
    where table.column(name.text) == nil && !rowIDs.contains(name) {
      guard let token = statement.token(named: name.text) else { continue }
      let near = Spelling.closest(to: name.text, among: table.columns.map(\.name))
      findings.report(
        "“\(table.name)” has no column “\(name.text)”, so “\(trigger.name)” does not fire for it",
        at: statement.span(token),
        help: near.map { "Write \($0)." } ?? "Write the name of a column of “\(table.name)”.")
    }
  }
}
