import SQLScriptsDiagnostics
import SQLScriptsSQL

/// `SET a = 5 AND b = 6`
package struct SetWithAnd: Rule {
  package static let documentation = RuleDocumentation(
    summary: "Assignments are joined by AND instead of a comma.", severity: .error,
    why:
      "SET a = 5 AND b = 6 sets “a” to the result of “5 AND b = 6”, which is 0 or 1, and leaves "
      + "“b” unchanged.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "UPDATE user SET a = 5 «AND» b = 6 WHERE id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "update user set a = 'x' «and» \"b\" = 'y'"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "UPDATE user SET b = '', a = upper(a) «AND» b = lower(b) WHERE id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "CREATE TRIGGER t AFTER INSERT ON user BEGIN UPDATE user SET a = 5 «AND» b = 6; END"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "UPDATE user SET a = 5, b = 6 WHERE id = 1 AND a = 4"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "UPDATE user SET a = (b = 1 AND id = 2), b = a = 1 AND id = 3 WHERE id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "UPDATE user SET a = CASE WHEN id > 1 AND b = 2 THEN 1 END, b = id BETWEEN 1 AND 5"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for assignment in statement.assignments {
      guard let (and, isCertain) = and(in: assignment.value, statement) else { continue }
      let first = statement.name(statement.tokens[assignment.column])
      let second = statement.name(statement.tokens[and + 1])
      findings.report(
        "this sets “\(first)” to 0 or 1 and leaves “\(second)” unchanged",
        at: statement.span(statement.tokens[and]), label: "did you mean a comma?",
        help: "Replace \(statement.text(statement.tokens[and])) with a comma.",
        severity: isCertain ? nil : .warning)
    }
  }

  /// The AND before `column = …`, if the expression before the AND is not a condition.
  private func and(
    in range: Range<Int>, _ statement: RehearsedStatement
  ) -> (index: Int, isCertain: Bool)? {
    for index in range {
      let token = statement.tokens[index]
      switch token.kind {
      case .operator where Self.comparisons.contains(statement.text(token)): return nil
      case .word where Self.conditions.contains(statement.upper(token)): return nil
      case .word
      where token.depth == statement.depth(range.lowerBound) && statement.upper(token) == "AND":
        guard index > range.lowerBound, statement.word(index + 2) == "=",
          index + 3 < range.upperBound,
          [.word, .quotedName].contains(statement.tokens[index + 1].kind),
          !(index == range.lowerBound + 1 && isColumn(statement.tokens[index - 1])),
          statement.tokens[range.lowerBound].kind != .leftParenthesis
        else { return nil }
        let isLiteral = statement.tokens[range.lowerBound..<index].allSatisfy {
          [.string, .integer, .float, .blob, .operator].contains($0.kind)
        }
        // A function call may or may not be a condition.
        return (index, isLiteral)
      default: break
      }
    }
    return nil
  }

  private func isColumn(_ token: SQLToken) -> Bool {
    token.kind == .word || token.kind == .quotedName
  }

  private static let comparisons: Set = ["=", "==", "<", ">", "<=", ">=", "<>", "!="]
  private static let conditions: Set = [
    "IS", "IN", "LIKE", "GLOB", "MATCH", "REGEXP", "BETWEEN", "NOT", "EXISTS", "OR", "CASE",
    "SELECT",
    "ISNULL", "NOTNULL", "TRUE", "FALSE", "JSON_VALID",
  ]
}
