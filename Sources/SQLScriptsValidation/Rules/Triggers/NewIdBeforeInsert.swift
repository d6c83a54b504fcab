import SQLScriptsSQL
import SQLScriptsSchema

/// `BEFORE INSERT … VALUES (NEW.id)`
package struct NewIdBeforeInsert: Rule {
  private static let tables = [
    "CREATE TABLE invoice (id INTEGER PRIMARY KEY, customer TEXT)",
    "CREATE TABLE event (id INTEGER PRIMARY KEY, invoice INTEGER, customer TEXT)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A BEFORE INSERT trigger stores the ID of the new row.", severity: .warning,
    why: "Unless the app chooses the ID itself, it does not exist yet, and NEW.id is -1.",
    wrong: [
      .init(
        before: tables,
        "CREATE TRIGGER t BEFORE INSERT ON invoice BEGIN INSERT INTO event (invoice) VALUES («new.id»); END"
      ),
      .init(
        before: tables,
        "CREATE TRIGGER t INSERT ON invoice BEGIN UPDATE event SET invoice = «NEW.rowid» WHERE customer = NEW.customer; END"
      ),
    ],
    right: [
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER INSERT ON invoice BEGIN INSERT INTO event (invoice) VALUES (new.id); END"
      ),
      .init(
        before: tables,
        "CREATE TRIGGER t BEFORE INSERT ON invoice BEGIN INSERT INTO event (customer) VALUES (new.customer); END"
      ),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.created?.kind == .trigger,
      let trigger = TriggerText(statement.text), trigger.timing == "BEFORE",
      trigger.event == "INSERT", let table = statement.after[trigger.table], table.kind == .table,
      !table.isWithoutRowID
    else { return }
    let names = Set(["ROWID", "OID", "_ROWID_"] + [table.rowIDAlias?.name.uppercased() ?? "ROWID"])
    for part in statement.bodyParts
    where ["INSERT", "REPLACE", "UPDATE"].contains(statement.verb(of: part)) {
      let place = part.first {
        statement.has("NEW", ".", at: $0) && names.contains(statement.name($0 + 2).uppercased())
      }
      guard let place else { continue }
      findings.report(
        "\(statement.text(ofTokens: place..<place + 3)) does not exist before the row is inserted",
        at: statement.span(place...place + 2), help: "Write AFTER INSERT.")
      return
    }
  }
}
