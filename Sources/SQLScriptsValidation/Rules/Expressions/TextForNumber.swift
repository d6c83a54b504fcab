import SQLScriptsSQL
import SQLScriptsSchema

/// `INSERT INTO plan (name, monthly) VALUES (29.9, 'Silver')`
package struct TextForNumber: Rule {
  private static let plan = [
    "CREATE TABLE plan (id INTEGER PRIMARY KEY, name TEXT, monthly REAL, seats INTEGER, since DATE)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A text that is not a number is stored in a column of numbers.", severity: .warning,
    why: "SQLite stores the text. The app reads it as 0, and SQLite sorts it after all numbers.",
    wrong: [
      .init(before: plan, "INSERT INTO plan (id, name, monthly) VALUES (7, 'Silver', «'29,90'»)"),
      .init(before: plan, "INSERT INTO plan (monthly, name) VALUES («'Silver'», '29.9')"),
      .init(before: plan, "UPDATE plan SET seats = «'thirty'» WHERE id = 7"),
    ],
    right: [
      .init(
        before: plan, "INSERT INTO plan (name, monthly) VALUES ('Silver', 29.9), ('Gold', '39.9')"),
      .init(before: plan, "UPDATE plan SET seats = '30', since = '2026-01-01' WHERE id = 7"),
      .init(before: plan, "UPDATE plan SET seats = NULL, monthly = ' 12 ' WHERE id = 7"),
    ])

  package init() {}

  /// A bulk script may have a million rows, and a column that holds texts holds them in each.
  private static let manyRows = 200

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let table = statement.writtenTable.flatMap({ statement.before[$0] }),
      table.kind == .table
    else { return }
    for (column, value) in stored(statement, table) where value.count == 1 {
      let index = value.lowerBound
      guard statement.kind(index) == .string, let target = table.column(column),
        [.integer, .real].contains(Affinity(target.type)),
        !["DATE", "TIME", "BOOL", "INTERVAL"].contains(where: target.type.uppercased().contains)
      else { continue }
      let text = statement.name(index)
      let plain = String(text.filter { $0 != " " })
      // Other rules report Booleans, NULL and functions in quotes.
      guard Double(plain) == nil, !Self.others.contains(plain.asciiLowercased),
        !text.contains("("), !text.asciiLowercased.hasPrefix("current_")
      else { continue }
      // 1,500 may be a thousand and a half.
      let isGrouped = plain.split(separator: ",").last?.count == 3
      let number = isGrouped ? nil : Double(plain.map { $0 == "," ? "." : String($0) }.joined())
      findings.report(
        "\(statement.text(statement.tokens[index]).forMessage) is a text, and “\(target.name)” is a column of numbers",
        at: statement.span(index...index),
        help: number.map { "Write \($0) without quotes." }
          ?? "Write a number, or put the values into the order of the columns.")
      return
    }
  }

  private func stored(
    _ statement: RehearsedStatement, _ table: SchemaTable
  ) -> [(column: String, value: Range<Int>)] {
    guard ["INSERT", "REPLACE"].contains(statement.word(0)) else { return statement.storedValues }
    let columns = statement.columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
    return statement.valueRows.prefix(Self.manyRows).flatMap { row in
      let values = statement.arguments(row)
      return values.count == columns.count ? Array(zip(columns, values)) : []
    }
  }

  private static let others: Set = [
    "true", "false", "yes", "no", "t", "f", "y", "n", "on", "off", "null", "",
  ]
}
