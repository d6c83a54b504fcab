import SQLScriptsSQL
import SQLScriptsSchema

/// `WHEN OLD.note <> NEW.note`, where `note` can be NULL
package struct NullInTriggerCondition: Rule {
  private static let tables = [
    "CREATE TABLE lead (id INTEGER PRIMARY KEY, note TEXT, name TEXT NOT NULL)",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, lead INTEGER)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A trigger compares the old and the new value of a column that can be NULL.",
    severity: .warning,
    why: "If one of the values is NULL, the comparison is not true, and the trigger does nothing.",
    wrong: [
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE OF note ON lead WHEN «OLD.note <> NEW.note» BEGIN INSERT INTO log (lead) VALUES (NEW.id); END"
      ),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE ON lead BEGIN INSERT INTO log (lead) SELECT NEW.id WHERE «new.note != old.note»; END"
      ),
    ],
    right: [
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE OF note ON lead WHEN OLD.note IS NOT NEW.note BEGIN INSERT INTO log (lead) VALUES (NEW.id); END"
      ),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE ON lead WHEN OLD.name <> NEW.name BEGIN INSERT INTO log (lead) VALUES (NEW.id); END"
      ),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE ON lead WHEN OLD.note <> NEW.note OR OLD.note IS NULL BEGIN INSERT INTO log (lead) VALUES (NEW.id); END"
      ),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.created?.kind == .trigger,
      let trigger = TriggerText(statement.text), let table = statement.after[trigger.table]
    else { return }
    for index in statement.indices where ["<>", "!="].contains(statement.word(index)) {
      let rows = [statement.word(index - 3), statement.word(index + 1)]
      guard rows == ["OLD", "NEW"] || rows == ["NEW", "OLD"],
        statement.kind(index - 2) == .dot, statement.kind(index + 2) == .dot,
        let column = table.column(statement.name(index - 1)), !column.isNotNull,
        column.primaryKeyPosition == 0,
        statement.name(index + 3).isSameName(as: column.name),
        !asksForNull(column.name, statement)
      else { continue }
      let (left, right) = (
        statement.text(ofTokens: index - 3..<index),
        statement.text(ofTokens: index + 1..<index + 4)
      )
      findings.report(
        "“\(trigger.name)” does nothing if “\(column.name)” was NULL or becomes NULL",
        at: statement.span(index - 3...index + 3), help: "Write \(left) IS NOT \(right).")
    }
  }

  private func asksForNull(_ column: String, _ statement: RehearsedStatement) -> Bool {
    statement.indices.contains { index in
      statement.name(index).isSameName(as: column)
        && (["ISNULL", "NOTNULL"].contains(statement.word(index + 1))
          || statement.has("IS", "NULL", at: index + 1)
          || statement.has("IS", "NOT", "NULL", at: index + 1))
    }
  }
}
