import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A row that is inserted again.
package struct RowInsertedTwice: Rule {
  private static let kind = [
    "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT)",
    "INSERT INTO kind (name) VALUES ('friend'), ('family')",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A script inserts a row that already exists with another ID.",
    severity: .warning,
    why: "Rows that two scripts insert appear twice in every list in the app.",
    wrong: [
      .init(before: kind, "«INSERT INTO kind (name) VALUES ('family'), ('work')»"),
      .init(
        before: ["CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO kind (name) VALUES ('friend')",
        "«INSERT INTO kind (name) VALUES ('friend')»"),
    ],
    right: [
      .init(before: kind, "INSERT INTO kind (name) VALUES ('work')"),
      .init(
        before: [
          "CREATE TABLE step (id INTEGER PRIMARY KEY, count INTEGER)",
          "INSERT INTO step VALUES (1, 5)",
        ], "INSERT INTO step VALUES (2, 5)"),
      .init(
        before: kind,
        "INSERT INTO kind (name) SELECT 'family' WHERE NOT EXISTS (SELECT 1 FROM kind WHERE name = 'family')"
      ),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for (name, outcome) in script.rows.sorted(by: { $0.key < $1.key }) {
      // A rebuild only copies rows. New rows are those inserted into a table that stays.
      guard let table = script.after[name], script.lineage(of: name) == nil,
        let key = table.rowIDAlias.map({ SQLName($0.name) }), let after = outcome.after,
        after > outcome.before || script.before[name] == nil,
        let numbers = outcome.valuesAfter[key]
      else { continue }
      let columns = outcome.valuesAfter.keys.filter { $0 != key }.sorted()
      let known = Set(outcome.valuesBefore[key] ?? [])
      var seen: Set<[SQLiteValue]> = []
      var twice: [SQLiteValue]?
      for (index, number) in numbers.enumerated() {
        let row = columns.compactMap { outcome.valuesAfter[$0]?[index] }
        let isNew = !known.contains(number)
        if !seen.insert(row).inserted, isNew, row.contains(where: \.isWords) {
          twice = twice ?? row
        }
      }
      guard twice != nil,
        let insert = script.statements.last(where: { statement in
          ["INSERT", "REPLACE"].contains(statement.word(0)) && statement.writtenTable == name
            && twice.map { statement.says($0) } ?? false
        })
      else { continue }
      findings.report(
        "inserts a row into “\(table.name)” that already exists", at: insert.span,
        why: "The rows differ only in “\(table.rowIDAlias?.name ?? key.text)”.",
        help: "Remove the row, or create a UNIQUE index on the columns that identify a row.")
    }
  }
}

extension SQLiteValue {
  /// A string: two rows rarely have the same strings in all columns by chance.
  fileprivate var isWords: Bool {
    if case .text(let text) = self { text.count > 1 } else { false }
  }
}

extension RehearsedStatement {
  /// Whether the statement contains the strings of a row.
  fileprivate func says(_ row: [SQLiteValue]) -> Bool {
    let texts = Set(tokens.prefix(2000).filter { $0.kind == .string }.map { name($0) })
    return row.allSatisfy { value in
      if case .text(let text) = value { texts.contains(text) } else { true }
    }
  }
}
