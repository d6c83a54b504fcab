import SQLScriptsSQL

/// `WHERE 1 < magnitude < 5`
package struct ChainedComparison: Rule {
  private static let quake = [
    "CREATE TABLE quake (id INTEGER PRIMARY KEY, size REAL, weak INTEGER)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "Two comparisons are written in a row.", severity: .warning,
    why: "SQLite compares the result of the first one, which is 0 or 1, with the last value.",
    wrong: [
      .init(before: quake, "UPDATE quake SET weak = 1 WHERE «1 < size < 5»"),
      .init(before: quake, "DELETE FROM quake WHERE id = 7 AND «0 <= quake.size + 1 <= 2»"),
      .init("CREATE TABLE place (id INTEGER PRIMARY KEY, x REAL CHECK («-90 <= x <= 90»))"),
    ],
    right: [
      .init(before: quake, "UPDATE quake SET weak = 1 WHERE 1 < size AND size < 5"),
      .init(before: quake, "UPDATE quake SET weak = (size < 5) > (id < 3) WHERE id = 7"),
      .init(before: quake, "UPDATE quake SET weak = CASE WHEN size > 1 THEN size < 5 END"),
    ])

  package init() {}

  private static let comparisons: Set = ["<", "<=", ">", ">="]
  private static let arithmetic: Set = ["+", "-", "*", "/", "%", "||"]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    var last: Int?
    for index in statement.indices where Self.comparisons.contains(statement.word(index)) {
      defer { last = index }
      guard let first = last, isOperand(first + 1..<index, statement),
        let start = start(before: first, statement), let end = end(after: index, statement)
      else { continue }
      let middle = statement.text(ofTokens: first + 1..<index)
      findings.report(
        "\(statement.text(ofTokens: start..<index)) is 0 or 1, and that is what \(statement.word(index)) compares",
        at: statement.span(start...end - 1),
        help: "Write \(statement.text(ofTokens: start..<index)) AND \(middle) "
          + "\(statement.text(ofTokens: index..<end)).")
    }
  }

  /// Whether tokens are a calculation without parentheses, except those of calls.
  private func isOperand(_ range: Range<Int>, _ statement: RehearsedStatement) -> Bool {
    guard let first = range.first else { return false }
    let depth = statement.depth(first)
    return statement.depth(range.upperBound) == depth
      && range.allSatisfy { index in
        statement.depth(index) > depth || isPart(index, statement)
          || statement.kind(index) == .rightParenthesis
          || statement.kind(index) == .leftParenthesis && statement.isName(index - 1)
      }
  }

  private func isPart(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    switch statement.kind(index) {
    case .integer, .float, .string, .quotedName, .dot, .blob: true
    case .word: !Keywords.all.contains(statement.word(index))
    case .operator: Self.arithmetic.contains(statement.word(index))
    default: false
    }
  }

  private func start(before index: Int, _ statement: RehearsedStatement) -> Int? {
    let depth = statement.depth(index)
    var start = index
    while start > 0,
      statement.depth(start - 1) > depth || isPart(start - 1, statement)
        || [.leftParenthesis, .rightParenthesis].contains(statement.kind(start - 1))
          && statement.depth(start - 1) == depth
    {
      start -= 1
    }
    return start < index ? start : nil
  }

  private func end(after index: Int, _ statement: RehearsedStatement) -> Int? {
    let depth = statement.depth(index)
    var end = index + 1
    while statement.indices.contains(end),
      statement.depth(end) > depth || isPart(end, statement)
        || statement.depth(end) == depth && statement.kind(end) == .leftParenthesis
        || statement.depth(end) == depth && statement.kind(end) == .rightParenthesis
    {
      end += 1
    }
    return end > index + 1 ? end : nil
  }
}
