import SQLScriptsSQL
import SQLScriptsSchema

/// `WHERE at < date('now', '-30 days')`, where `at` is an integer
package struct IntegerComparedWithDate: Rule {
  private static let log = [
    "CREATE TABLE log (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, day TEXT, line TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A column of numbers is compared with a date as text.", severity: .warning,
    why:
      "To SQLite, every number is less than every text. So < is true for all rows, and > for none.",
    wrong: [
      .init(before: log, "DELETE FROM log WHERE at < «date('now', '-30 days')»"),
      .init(
        before: log, "UPDATE log SET line = '' WHERE log.at BETWEEN «'2020-01-01'» AND '2021-01-01'"
      ),
      .init(before: log, "CREATE VIEW v AS SELECT id FROM log WHERE at >= «CURRENT_DATE»"),
    ],
    right: [
      .init(
        before: log,
        "DELETE FROM log WHERE at < CAST(strftime('%s', 'now', '-30 days') AS INTEGER)"),
      .init(before: log, "DELETE FROM log WHERE at < strftime('%s', 'now', '-30 days')"),
      .init(before: log, "DELETE FROM log WHERE day < date('now', '-30 days')"),
      .init(before: log, "DELETE FROM log WHERE datetime(at, 'unixepoch') < '2020-01-01'"),
    ])

  package init() {}

  private static let comparisons: Set = ["=", "==", "<>", "!=", "<", ">", "<=", ">=", "BETWEEN"]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions, statement.created?.kind != .trigger else {
      return
    }
    let comparisons = statement.indices.filter { Self.comparisons.contains(statement.word($0)) }
    guard comparisons.contains(where: { date(at: $0 + 1, statement) != nil }) else { return }
    let tables = statement.namedTables(in: statement.indices)
    let assigned = Set(statement.assignments.map { $0.value.lowerBound - 1 })
    for index in comparisons where !assigned.contains(index) {
      let name = statement.word(index - 1) == "NOT" ? index - 2 : index - 1
      guard let date = date(at: index + 1, statement),
        let column = statement.column(at: name, of: tables)?.column,
        [.integer, .real].contains(Affinity(column.type)),
        !["CURRENT", "DATE", "TIME"].contains(where: {
          column.defaultValue?.uppercased().contains($0) ?? false
        })
      else { continue }
      let written = statement.text(ofTokens: date)
      findings.report(
        "“\(column.name)” holds numbers, and \(written) is a text",
        at: statement.span(date.lowerBound...date.upperBound - 1),
        help: "If the column has seconds since 1970, write \(seconds(date, statement)).")
    }
  }

  /// The value as seconds since 1970.
  private func seconds(_ date: Range<Int>, _ statement: RehearsedStatement) -> String {
    let first = date.lowerBound
    let isCall = statement.kind(first + 1) == .leftParenthesis && date.count > 3
    let arguments: String
    switch statement.word(first) {
    case "DATE" where isCall:
      arguments =
        statement.text(ofTokens: first + 2..<date.upperBound - 1) + ", 'start of day'"
    case "DATETIME" where isCall:
      arguments = statement.text(ofTokens: first + 2..<date.upperBound - 1)
    case "CURRENT_DATE": arguments = "'now', 'start of day'"
    case "CURRENT_TIMESTAMP": arguments = "'now'"
    default: arguments = statement.text(ofTokens: date)
    }
    return "CAST(strftime('%s', \(arguments)) AS INTEGER)"
  }

  /// The tokens of a date that begins at an index.
  private func date(at index: Int, _ statement: RehearsedStatement) -> Range<Int>? {
    switch statement.word(index) {
    case "CURRENT_DATE", "CURRENT_TIMESTAMP": return index..<index + 1
    case "DATE", "DATETIME":
      guard statement.kind(index + 1) == .leftParenthesis else { return nil }
      return index..<statement.end(ofParenthesis: index + 1) + 1
    default:
      guard statement.kind(index) == .string else { return nil }
      let text = statement.name(index)
      let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
      let isDate =
        parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
      return isDate ? index..<index + 1 : nil
    }
  }
}
