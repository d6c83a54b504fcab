import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `VALUES (?)`, `VALUES (%@)`
package struct UnboundParameter: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A script has nobody who fills in its “?”, “:name” or “%@”.", severity: .error,
    why:
      "SQLite takes a parameter without a value for NULL: the row is stored empty, without an error.",
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
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT DEFAULT «${name}»)"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user (name) VALUES ('who? :me, {{x}}')"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "DELETE FROM user WHERE name LIKE '%@' OR id % 2 = strftime('%s')"),
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
    for (index, token) in statement.tokens.enumerated() where token.kind == .string {
      guard token.range.count == 4, statement.succeeded, statement.text(token) == "'%@'",
        !["LIKE", "GLOB"].contains(statement.word(index - 1))
      else { continue }
      findings.report(
        "This stores the two signs %@", at: statement.span(token),
        help: "Write the value: nobody fills it in here.", severity: .warning)
    }
  }

  private func report(
    _ text: String, at place: Range<Int>, of statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    findings.report(
      "Nobody gives “\(text)” a value in a script", at: statement.span(place),
      help: "Write the value itself in its place.")
  }

  /// `%@`, `%d`, `{{name}}` or `${name}` where a value should stand.
  private func placeholder(in statement: RehearsedStatement) -> Range<Int>? {
    let tokens = statement.tokens
    for (index, token) in tokens.enumerated().dropFirst() {
      let isCurly = ["{", "$"].contains(statement.text(token)) && statement.word(index + 1) == "{"
      if isCurly, let end = tokens[index...].firstIndex(where: { statement.text($0) == "}" }) {
        let last = statement.word(end + 1) == "}" ? end + 1 : end
        return token.range.lowerBound..<tokens[last].range.upperBound
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
