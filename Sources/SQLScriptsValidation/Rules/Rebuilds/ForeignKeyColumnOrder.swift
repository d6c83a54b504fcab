import SQLScriptsSQL
import SQLScriptsSchema

/// `FOREIGN KEY (number, hall) REFERENCES seat (hall, number)`
package struct ForeignKeyColumnOrder: Rule {
  private static let seat = [
    "CREATE TABLE seat (hall INTEGER, number INTEGER, PRIMARY KEY (hall, number))"
  ]

  package static let documentation = RuleDocumentation(
    summary: "The columns of a foreign key are in another order than those that it refers to.",
    severity: .warning, why: "The columns are compared in their order, whatever their names are.",
    wrong: [
      .init(
        before: seat,
        "CREATE TABLE ticket (id INTEGER PRIMARY KEY, hall INTEGER, number INTEGER, FOREIGN KEY (number, hall) REFERENCES «seat» (hall, number))"
      ),
      .init(
        before: seat,
        "CREATE TABLE ticket (id INTEGER PRIMARY KEY, seat_hall INTEGER, seat_number INTEGER, FOREIGN KEY (seat_number, seat_hall) REFERENCES «seat»)"
      ),
    ],
    right: [
      .init(
        before: seat,
        "CREATE TABLE ticket (id INTEGER PRIMARY KEY, hall INTEGER, number INTEGER, FOREIGN KEY (number, hall) REFERENCES seat (number, hall))"
      ),
      .init(
        before: seat,
        "CREATE TABLE ticket (id INTEGER PRIMARY KEY, hall INTEGER, number INTEGER, FOREIGN KEY (hall, number) REFERENCES seat)"
      ),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for name in script.touchedTables.sorted() {
      guard let table = script.after[name] else { continue }
      for key in table.foreignKeys where key.columns.count > 1 && !script.hadKey(key, of: table) {
        guard let parent = script.after[key.parent],
          let place = script.reference(to: key.parent, of: table)
        else { continue }
        let keys = key.keys.isEmpty ? parent.primaryKey : key.keys
        let meant = key.columns.map { column in
          keys.firstIndex { $0.isSameName(as: column) }
            ?? keys.firstIndex { column.asciiLowercased.hasSuffix("_" + $0.asciiLowercased) }
        }
        let order = meant.compactMap { $0 }
        guard order.count == keys.count, Set(order).count == keys.count,
          order != Array(keys.indices)
        else { continue }
        let right = order.indices.compactMap { index in
          order.firstIndex(of: index).map { key.columns[$0] }
        }
        findings.report(
          "(\(key.columns.joined(separator: ", "))) refers to (\(keys.joined(separator: ", "))) of “\(parent.name)”, in this order",
          at: place, help: "Write FOREIGN KEY (\(right.joined(separator: ", "))).")
      }
    }
  }
}
