import SQLScriptsSQL

/// `SET seconds = started_ms`
package struct UnitMismatch: Rule {
  private static let ride = [
    "CREATE TABLE ride (id INTEGER PRIMARY KEY, started_ms INTEGER, started_seconds INTEGER, start TEXT, stop TEXT, duration_minutes INTEGER, weight_lb REAL, weight_kg REAL)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A value is stored in a column for another unit.", severity: .warning,
    why: "The names of the columns say which units they have.",
    wrong: [
      .init(before: ride, "UPDATE ride SET started_seconds = «started_ms» WHERE id > 7"),
      .init(before: ride, "UPDATE ride SET weight_kg = «weight_lb * 2.20462» WHERE id > 7"),
      .init(
        before: ride,
        "UPDATE ride SET duration_minutes = «CAST(julianday(stop) - julianday(start) AS INTEGER)» WHERE id > 7"
      ),
    ],
    right: [
      .init(before: ride, "UPDATE ride SET started_seconds = started_ms / 1000 WHERE id > 7"),
      .init(before: ride, "UPDATE ride SET weight_kg = weight_lb * 0.4536 WHERE id > 7"),
      .init(before: ride, "UPDATE ride SET weight_kg = weight_lb / 2.20462 WHERE id > 7"),
      .init(
        before: ride,
        "UPDATE ride SET duration_minutes = round((julianday(stop) - julianday(start)) * 1440) WHERE id > 7"
      ),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for (column, value) in statement.storedValues where !value.isEmpty {
      let factor = Factor(value, statement)
      let read = factor.flatMap { MeasuringUnit(named: $0.column) }
      guard
        let target = read.map({ MeasuringUnit(named: column, like: $0) })
          ?? MeasuringUnit(named: column)
      else { continue }
      if target.dimension == .time, target.name != "days", isDifferenceOfDays(value, statement) {
        findings.report(
          "the difference is in days, and “\(column)” is in \(target.name)",
          at: statement.span(value.lowerBound...value.upperBound - 1),
          help: "Multiply the difference by \(Self.number(86_400 / target.size)).")
        continue
      }
      guard let factor, let source = MeasuringUnit(named: factor.column, like: target),
        source.dimension == target.dimension
      else { continue }
      let expected = source.size / target.size
      let ratio = factor.value / expected
      guard expected != 1, ratio > 1.5 || ratio < 0.66 else { continue }
      let advice =
        expected > 1
        ? "\(factor.column) * \(Self.number(expected))"
        : "\(factor.column) / \(Self.number(1 / expected))"
      findings.report(
        "“\(factor.column)” is in \(source.name) and “\(column)” in \(target.name)",
        at: statement.span(value.lowerBound...value.upperBound - 1), help: "Write \(advice).")
    }
  }

  /// `julianday(…) - julianday(…)`, without a factor
  private func isDifferenceOfDays(_ value: Range<Int>, _ statement: RehearsedStatement) -> Bool {
    let calls = value.filter { statement.word($0) == "JULIANDAY" }
    return calls.count == 2 && statement.word(calls[1] - 1) == "-"
      && !value.contains { ["*", "/"].contains(statement.word($0)) }
  }

  private static func number(_ number: Double) -> String {
    number == number.rounded() ? "\(Int64(clamping: Int(number)))" : "\(number)"
  }

  /// A column alone, or multiplied or divided by a number.
  private struct Factor {
    let column: String
    let value: Double

    init?(_ range: Range<Int>, _ statement: RehearsedStatement) {
      guard statement.isName(range.lowerBound),
        statement.kind(range.lowerBound + 1) != .leftParenthesis
      else { return nil }
      let isQualified = statement.kind(range.lowerBound + 1) == .dot
      let name = range.lowerBound + (isQualified ? 2 : 0)
      column = statement.name(name)
      switch range.upperBound - name {
      case 1: value = 1
      case 3:
        guard let number = Double(statement.text(statement.tokens[name + 2])), number > 0 else {
          return nil
        }
        switch statement.word(name + 1) {
        case "*": value = number
        case "/": value = 1 / number
        default: return nil
        }
      default: return nil
      }
    }
  }
}
