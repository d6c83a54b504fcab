import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// `'a' + 'b'`
package struct TextPlusText: Rule {
  package static let documentation = RuleDocumentation(
    summary: "Strings are concatenated with + or & instead of ||.", severity: .error,
    why: "+ converts both sides to numbers: 'a' + 'b' is 0.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "UPDATE user SET a = a «+» ' ' || b WHERE id > 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "INSERT INTO user (a) SELECT 'Dr. ' «+» b FROM user"),
      .init("CREATE VIEW greeting AS SELECT 'a' «+» 'b' AS text"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "UPDATE user SET a = a || ' ' || b, b = id + 1 WHERE id > 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"],
        "UPDATE user SET a = strftime('%s', 'now') + 3600, b = '1' + '2' WHERE id > 1"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    let tokens = statement.tokens
    var last = -10
    for (index, token) in tokens.enumerated() where token.kind == .operator {
      let sign = statement.text(token)
      guard sign == "+" || sign == "&", index > 0, index + 1 < tokens.count else { continue }
      let isCertain =
        isText(tokens[index - 1], statement) || isText(tokens[index + 1], statement)
      guard isCertain || sign == "+" && areTextColumns(around: index, statement) else { continue }
      // a + ' ' + b is one mistake.
      defer { last = index }
      if index - last <= 4 { continue }
      let hasMore = tokens[(index + 1)...].prefix(4).contains { statement.text($0) == sign }
      findings.report(
        "\(sign) does not concatenate strings: the result is a number", at: statement.span(token),
        help: "Replace \(hasMore ? "each \(sign)" : sign) with ||.",
        severity: isCertain ? nil : .warning)
    }
  }

  /// Whether both operands are plain columns with a text type.
  private func areTextColumns(around index: Int, _ statement: RehearsedStatement) -> Bool {
    let isQualified = statement.word(index + 2) == "."
    let right = isQualified ? index + 3 : index + 1
    guard statement.tokens.indices.contains(right), statement.word(right + 1) != "(" else {
      return false
    }
    return [index - 1, right].allSatisfy { place in
      let token = statement.tokens[place]
      guard token.kind == .word || token.kind == .quotedName else { return false }
      let types = statement.columnsInReach(named: statement.name(token)).map(\.type)
      return !types.isEmpty && types.allSatisfy { Affinity($0) == .text }
    }
  }

  private func isText(_ token: SQLToken, _ statement: RehearsedStatement) -> Bool {
    guard token.kind == .string else { return false }
    let first = statement.name(token).drop { $0 == " " || $0 == "-" || $0 == "+" || $0 == "." }
      .first
    return first.map { !($0.isASCII && $0.isNumber) } ?? true
  }
}
