import SQLScriptsDiagnostics
import SQLScriptsSQL

/// `VALUES (?)`, `VALUES (%@)`
package struct UnboundParameter: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A script contains a placeholder such as “?”, “:name” or “%@”.", severity: .error,
    why:
      "Scripts cannot bind values. SQLite silently uses NULL for a parameter such as “?”, and does not know the others.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user (name) VALUES («?»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "UPDATE user SET name = upper(name) WHERE id = «:id»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user (name) VALUES («%@»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user (name) VALUES («'%@'»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "DELETE FROM user WHERE id = «{{id}}»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        #"UPDATE user SET name = 'Dr. \(name)' WHERE id = 1"#),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        #"DELETE FROM user WHERE id = \(id)"#),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT DEFAULT «${name}»)"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user (name) VALUES ('who? :me, {{x}}')"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "DELETE FROM user WHERE name LIKE '%@' OR id % 2 = strftime('%s')"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        #"UPDATE user SET name = printf('%d', id) || 'see {{x}}, ${y} and \(2 + 2)' WHERE id = 1"#),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    if statement.parameterCount > 0 {
      for token in statement.tokens where token.kind == .variable {
        report(statement.text(token), at: token.range, of: statement, &findings)
      }
    }
    if statement.parameterCount == 0, statement.error?.code.primary == .error {
      if let place = placeholder(in: statement) {
        let text = String(
          decoding: statement.bytes(SQLToken(kind: .illegal, range: place)), as: UTF8.self)
        report(text, at: place, of: statement, &findings)
      }
    }
    guard statement.succeeded else { return }
    for (index, token) in statement.tokens.enumerated() where token.kind == .string {
      guard let text = template(in: token, statement), isValue(index, statement) else { continue }
      findings.report(
        "\(text) is stored as a literal string", at: statement.span(token),
        help: "Write the value: scripts do not replace placeholders.", severity: .warning)
    }
  }

  /// A placeholder that a program would replace: a whole string, or Swift's syntax in part of one.
  private func template(in token: SQLToken, _ statement: RehearsedStatement) -> String? {
    guard token.range.count <= 200 else { return nil }
    let text = statement.text(token).dropFirst().dropLast()
    if Self.formats.contains(String(text)) { return String(text) }
    let isWhole = Self.brackets.contains { open, close in
      text.hasPrefix(open) && text.hasSuffix(close) && text.count > open.count + close.count
        && !text.dropFirst(open.count).dropLast(close.count).contains { "{}<>".contains($0) }
    }
    if isWhole { return String(text) }
    return Self.interpolation(in: text)
  }

  /// `\(name)`
  private static func interpolation(in text: Substring) -> String? {
    var rest = text
    while let start = rest.firstRange(of: "\\(") {
      let isBeginning = { (character: Character) in
        character.isASCII && (character.isLetter || character == "_")
      }
      let name = rest[start.upperBound...].prefix {
        isBeginning($0) || $0.isASCII && $0.isNumber || ".?".contains($0)
      }
      if let first = name.first, isBeginning(first), rest[name.endIndex...].first == ")" {
        return String(rest[start.lowerBound...name.endIndex])
      }
      rest = rest[start.upperBound...]
    }
    return nil
  }

  /// Whether a string is neither an argument of a function nor a pattern.
  private func isValue(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    if ["LIKE", "GLOB", "REGEXP", "MATCH", "ESCAPE"].contains(statement.word(index - 1)) {
      return false
    }
    guard let call = statement.parenthesis(around: index), statement.kind(call - 1) == .word else {
      return true
    }
    return Self.wordsBeforeLists.contains(statement.word(call - 1))
  }

  private static let formats: Set = ["%@", "%s", "%d", "%i", "%f", "%ld", "%lld", "%u", "%lu"]
  private static let brackets = [("{{", "}}"), ("${", "}"), ("#{", "}"), ("<%=", "%>")]
  private static let wordsBeforeLists: Set = [
    "VALUES", "IN", "DEFAULT", "AND", "OR", "NOT", "SELECT", "WHERE", "CHECK",
  ]

  private func report(
    _ text: String, at place: Range<Int>, of statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    findings.report(
      "“\(text)” is a parameter, but scripts cannot bind values", at: statement.span(place),
      help: "Write the value itself.")
  }

  /// `%@`, `%d`, `{{name}}` or `${name}` where a value is expected.
  private func placeholder(in statement: RehearsedStatement) -> Range<Int>? {
    let tokens = statement.tokens
    for (index, token) in tokens.enumerated().dropFirst() {
      let isCurly = ["{", "$"].contains(statement.text(token)) && statement.word(index + 1) == "{"
      if isCurly, let end = tokens[index...].firstIndex(where: { statement.text($0) == "}" }) {
        let last = statement.word(end + 1) == "}" ? end + 1 : end
        return token.range.lowerBound..<tokens[last].range.upperBound
      }
      if statement.text(token) == "\\", tokens.indices.contains(index + 1),
        tokens[index + 1].kind == .leftParenthesis,
        let end = tokens[index...].firstIndex(where: { $0.kind == .rightParenthesis })
      {
        return token.range.lowerBound..<tokens[end].range.upperBound
      }
      let before = tokens[index - 1]
      let opensValue =
        [.comma, .leftParenthesis].contains(before.kind)
        || before.kind == .operator
        || ["WHERE", "AND", "OR", "LIKE", "THEN"].contains(statement.word(index - 1))
      guard opensValue else { continue }
      if statement.text(token) == "%", tokens.indices.contains(index + 1) {
        let next = tokens[index + 1]
        let letter = statement.text(next)
        if next.range.lowerBound == token.range.upperBound,
          ["@", "d", "s", "i", "f", "ld"].contains(letter)
        {
          return token.range.lowerBound..<next.range.upperBound
        }
      }
    }
    return nil
  }
}
