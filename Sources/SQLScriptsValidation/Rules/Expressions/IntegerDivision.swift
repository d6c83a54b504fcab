import SQLScriptsSQL
import SQLScriptsSchema

/// `UPDATE item SET price = cents / 100`
package struct IntegerDivision: Rule {
  private static let item = [
    "CREATE TABLE item (id INTEGER PRIMARY KEY, cents INTEGER, price REAL, euros INTEGER)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A division of integers is stored in a column for decimal numbers.",
    severity: .warning,
    why: "The quotient of two integers is an integer, so 1999 / 100 is 19, not 19.99.",
    wrong: [
      .init(before: item, "UPDATE item SET price = «cents / 100» WHERE price IS NULL"),
      .init(
        before: item, "CREATE TABLE offer (id INTEGER PRIMARY KEY, price DECIMAL(10, 2))",
        "INSERT INTO offer (id, price) SELECT id, «cents / 100» FROM item"),
    ],
    right: [
      .init(before: item, "UPDATE item SET price = cents / 100.0 WHERE price IS NULL"),
      .init(before: item, "UPDATE item SET euros = cents / 100 WHERE euros IS NULL"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let table = statement.writtenTable.flatMap({ statement.after[$0] })
    else { return }
    for (column, value) in statement.storedValues where !value.isEmpty {
      guard let type = table.column(column)?.type,
        [.real, .numeric].contains(TypeNames.affinity(type)),
        // Dates and booleans are NUMERIC, too.
        !["DATE", "TIME", "BOOL"].contains(where: type.uppercased().contains)
      else { continue }
      for index in value where statement.word(index) == "/" {
        guard statement.depth(index) == statement.depth(value.lowerBound),
          statement.kind(index + 1) == .integer, statement.isName(index - 1),
          value.contains(index - 1), value.contains(index + 1)
        else { continue }
        let columns = statement.readColumns(named: statement.name(index - 1))
        let others = value.contains { statement.kind($0) == .float }
        guard !others, !columns.isEmpty,
          columns.allSatisfy({ TypeNames.affinity($0.type) == .integer })
        else { continue }
        findings.report(
          "this divides integers, so “\(column)” loses the decimals",
          at: statement.span(index - 1...index + 1),
          help: "Write \(statement.text(ofTokens: index - 1..<index + 2)).0")
      }
    }
  }
}
