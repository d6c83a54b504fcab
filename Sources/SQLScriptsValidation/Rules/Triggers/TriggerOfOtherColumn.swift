import SQLScriptsSQL
import SQLScriptsSchema

/// `AFTER UPDATE OF name ON dish WHEN OLD.price <> NEW.price`
package struct TriggerOfOtherColumn: Rule {
  private static let tables = [
    "CREATE TABLE dish (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL)",
    "CREATE TABLE log (dish INTEGER, price INTEGER)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "UPDATE OF in a trigger leaves out the column whose change WHEN asks for.",
    severity: .warning,
    why: "An UPDATE that sets only the other column does not fire the trigger.",
    wrong: [
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE «OF name» ON dish WHEN OLD.price <> NEW.price BEGIN INSERT INTO log VALUES (NEW.id, OLD.price); END"
      ),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE «OF name» ON dish WHEN OLD.name IS NOT NEW.name OR NEW.price IS NOT OLD.price BEGIN INSERT INTO log VALUES (NEW.id, OLD.price); END"
      ),
    ],
    right: [
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE OF price ON dish WHEN OLD.price <> NEW.price BEGIN INSERT INTO log VALUES (NEW.id, OLD.price); END"
      ),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE OF name ON dish WHEN OLD.name <> NEW.name AND NEW.price > 5 BEGIN INSERT INTO log VALUES (NEW.id, OLD.price); END"
      ),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.created?.kind == .trigger,
      let trigger = TriggerText(statement.text), !trigger.columns.isEmpty,
      let table = statement.after[trigger.table],
      let of = statement.indices.first(where: { statement.word($0) == "OF" })
    else { return }
    let when = trigger.condition
    let compared = when.indices.compactMap { index -> SchemaColumn? in
      guard let name = when.changedColumn(at: index) else { return nil }
      return table.column(name)
    }
    let missing = compared.filter { column in
      !trigger.columns.contains(SQLName(column.name)) && !column.isGenerated
    }
    let isChoice = when.mentions(["OR"], in: when.indices)
    guard let column = missing.first, isChoice || missing.count == compared.count else { return }
    let end = statement.indices.first { $0 > of && statement.word($0) == "ON" } ?? of + 1
    let list = statement.text(ofTokens: of + 1..<end)
    findings.report(
      "“\(trigger.name)” does not fire if a statement changes “\(column.name)” and not “\(list)”",
      at: statement.span(of...end - 1),
      help: missing.count == compared.count
        ? "Write OF \(column.name)." : "Write OF \(list), \(column.name).")
  }
}

extension SQLText {
  /// The column of `OLD.a <> NEW.a`.
  fileprivate func changedColumn(at index: Int) -> String? {
    guard ["NEW", "OLD"].contains(word(index)), kind(index + 1) == .dot else { return nil }
    let name = name(index + 2)
    // After the operator, which may have four words.
    let other = word(index) == "NEW" ? "OLD" : "NEW"
    guard let next = (index + 4..<index + 8).first(where: { word($0) == other }),
      !mentions(["AND", "OR"], in: index + 3..<next), word(index + 3) != "=",
      self.name(next + 2).isSameName(as: name)
    else { return nil }
    return name
  }
}
