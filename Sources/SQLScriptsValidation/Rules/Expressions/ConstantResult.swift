import SQLScriptsDatabase
import SQLScriptsSQL

/// `SET title = nullif(title, title)`
package struct ConstantResult: Rule {
  private static let game = [
    "CREATE TABLE game (id INTEGER PRIMARY KEY, level INTEGER NOT NULL, title TEXT, won TEXT NOT NULL CHECK (won IN ('yes', 'no')))"
  ]

  package static let documentation = RuleDocumentation(
    summary: "An expression has the same value for every row.", severity: .warning,
    why:
      "SQLite computed it for many values of the columns that it names, and the result never changed.",
    wrong: [
      .init(before: game, "UPDATE game SET title = «nullif(title, title)» WHERE id > 7"),
      .init(before: game, "UPDATE game SET title = «replace(title, '-', NULL)» WHERE id > 7"),
      .init(before: game, "UPDATE game SET title = «'Level ' || level + 1» WHERE id > 7"),
      .init(before: game, "UPDATE game SET level = «CAST(won AS INTEGER)» WHERE id > 7"),
    ],
    right: [
      .init(before: game, "UPDATE game SET title = nullif(title, '') WHERE id > 7"),
      .init(before: game, "UPDATE game SET title = 'Level ' || (level + 1) WHERE id > 7"),
      .init(before: game, "UPDATE game SET title = replace(title, '-', '') WHERE id > 7"),
      .init(before: game, "UPDATE game SET level = won = 'yes' WHERE id > 7"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    let values = statement.storedValues.filter { isComputed($0.value, statement) }
    guard !values.isEmpty else { return }
    let tables = statement.namedTables(in: statement.indices)
    // A finding about a part of the expression is more precise.
    let others = findings.diagnostics.suffix(Self.manyFindings).map(\.span)
    for (column, value) in values {
      let span = statement.span(value.lowerBound...value.upperBound - 1)
      if others.contains(where: { $0.file === span.file && $0.range.overlaps(span.range) }) {
        continue
      }
      guard let probe = ExpressionProbe([value], of: statement, tables),
        let result = probe.constant(statement.text(of: value), &findings.scratch)
      else { continue }
      let isLost = result == .null
      findings.report(
        "“\(column)” becomes \(Self.words(result)) in every row",
        at: span, help: help(value, statement) ?? "Correct the expression.",
        severity: isLost ? .error : nil)
    }
  }

  private static let manyFindings = 20

  /// Whether it calls a function or calculates.
  private func isComputed(_ value: Range<Int>, _ statement: RehearsedStatement) -> Bool {
    value.contains {
      statement.kind($0) == .operator || statement.kind($0) == .leftParenthesis
        || statement.word($0) == "CASE"
    }
  }

  private static func words(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "NULL"
    case .text(let text): text.quoted(by: "'").forMessage
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    default: "the same"
    }
  }

  private func help(_ value: Range<Int>, _ statement: RehearsedStatement) -> String? {
    for index in value {
      let arguments = statement.arguments(index + 1)
      switch statement.word(index) {
      case "NULLIF" where arguments.count == 2:
        if statement.text(of: arguments[0]) == statement.text(of: arguments[1]) {
          return "Write the value to remove as the second argument, such as ''."
        }
      case "REPLACE"
      where arguments.contains { $0.count == 1 && statement.word($0.lowerBound) == "NULL" }:
        return "Write '' instead of NULL."
      case "||":
        let number = value.first { statement.word($0) == "+" || statement.word($0) == "-" }
        if number.map({ statement.depth($0) == statement.depth(index) }) ?? false {
          return "Put the calculation into parentheses, because || is computed before + and −."
        }
      case "CAST": return "Compare with the texts instead: CASE … WHEN '…' THEN 1 ELSE 0 END"
      default: continue
      }
    }
    return nil
  }
}
