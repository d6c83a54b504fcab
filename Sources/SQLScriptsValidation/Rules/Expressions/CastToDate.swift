import SQLScriptsSQL
import SQLScriptsSchema

/// `CAST(starts AS DATE)`
package struct CastToDate: Rule {
  private static let event = ["CREATE TABLE event (id INTEGER PRIMARY KEY, starts TEXT, day TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "CAST to a type that SQLite does not have makes a number of a text.",
    severity: .warning,
    why:
      "SQLite has no type for dates, and STRING is not a type for text. CAST to such a name gives the "
      + "number at the start: '2020-10-02' becomes 2020, '007' becomes 7.",
    wrong: [
      .init(before: event, "UPDATE event SET day = «CAST(starts AS DATE)»"),
      .init(before: event, "CREATE VIEW v AS SELECT «cast(starts as datetime)» AS day FROM event"),
      .init(before: event, "UPDATE event SET day = «CAST(id AS STRING)»"),
    ],
    right: [
      .init(before: event, "UPDATE event SET day = date(starts)"),
      .init(before: event, "UPDATE event SET day = CAST(id AS TEXT)"),
      .init(before: event, "UPDATE event SET day = CAST(starts AS NUMERIC)"),
      .init(before: event, "UPDATE event SET day = CAST(id + 5 AS TIMESTAMP)"),
    ])

  package init() {}

  private static let functions = [
    "DATE": "date", "DATETIME": "datetime", "TIMESTAMP": "datetime", "TIME": "time",
    "TIMESTAMPTZ": "datetime",
  ]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices
    where statement.word(index) == "CAST" && statement.kind(index + 1) == .leftParenthesis {
      let end = statement.end(ofParenthesis: index + 1)
      let type = statement.name(end - 1).uppercased()
      guard statement.word(end - 2) == "AS", end - 2 > index + 2 else { continue }
      let value = statement.text(ofTokens: index + 2..<end - 2)
      let span = statement.span(index...end)
      if let function = Self.functions[type] {
        // A number stays a number.
        guard !isNumber(index + 2..<end - 2, statement) else { continue }
        findings.report(
          "CAST AS \(type) gives the number at the start of the text", at: span,
          help: "Write \(function)(\(value)).")
      } else if TypeNames.texts.contains(type) || type == "UUID" || type == "JSON" {
        findings.report(
          "CAST AS \(type) gives a number", at: span, help: "Write CAST(\(value) AS TEXT).")
      }
    }
  }

  /// Whether it calculates, or reads a column of numbers.
  private func isNumber(_ value: Range<Int>, _ statement: RehearsedStatement) -> Bool {
    value.contains { index in
      if ["+", "-", "*", "/"].contains(statement.word(index)) { return true }
      guard statement.isName(index), statement.kind(index + 1) != .leftParenthesis else {
        return [.integer, .float].contains(statement.kind(index))
      }
      return statement.readColumns(named: statement.name(index)).contains {
        [.integer, .real].contains(Affinity($0.type))
      }
    }
  }
}
