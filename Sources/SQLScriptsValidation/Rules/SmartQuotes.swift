import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `‘none’`
package struct SmartQuotes: Rule {
  package static let documentation = RuleDocumentation(
    summary: "Typographic quotes are letters to SQLite, and no quotes.", severity: .error,
    why:
      "SQLite takes ‘none’ for the name of a column, and “user” for a name that has quotes in it. Word "
      + "processors, Notes and chat apps change quotes by themselves.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, note TEXT)"],
        "UPDATE user SET note = «‘none’» WHERE id = 1"),
      .init("CREATE TABLE «“user”» (id INTEGER PRIMARY KEY)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, note TEXT)"],
        "INSERT INTO user (note) VALUES («‘it is, you see’»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, note TEXT)"],
        "INSERT INTO user (note) VALUES ('none«’»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, note TEXT)"],
        "INSERT INTO user (note) VALUES («「無」»)"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, note TEXT)"],
        "INSERT INTO user (note) VALUES ('It’s “none”') /* ‘none’ */"),
      .init("CREATE TABLE \"the “user”\" (id INTEGER PRIMARY KEY)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.hasForeignCharacters else { return }
    let pairs = statement.typographicQuotes
    let closing = Set(pairs.compactMap { $0.last?.range })
    for (first, last) in pairs {
      // In a text that never ends, only what should end it is of interest.
      if statement.tokens[first.token].kind == .illegal, isUnclosedText(first.token, statement) {
        continue
      }
      let straight = StrayCharacter.quotes[first.scalar] ?? "'"
      let name =
        straight == "'" ? "the straight quote '" : "the straight quote ' for a text, \" for a name"
      let end = last ?? first
      var found = "“\(first.scalar)” (\(first.code))"
      if end.scalar != first.scalar { found += " and “\(end.scalar)” (\(end.code))" }
      findings.report(
        last == nil
          ? "This is a typographic quote, not an SQL quote"
          : "These are typographic quotes, not SQL quotes",
        at: statement.span(first.range.lowerBound..<end.range.upperBound), label: "found \(found)",
        help: "Type \(name).")
    }
    for (index, token) in statement.tokens.enumerated() where isUnclosedText(index, statement) {
      let quote = statement.characters(of: token).dropFirst().first {
        StrayCharacter.quotes[$0.scalar] != nil
      }
      guard let quote, !closing.contains(quote.range) else { continue }
      findings.report(
        "This is a typographic quote: it does not end the text", at: statement.span(quote.range),
        label: "found “\(quote.scalar)” (\(StrayCharacter.code(quote.scalar)))",
        help: "Type the straight quote \(statement.text(token).prefix(1)).")
    }
  }

  private func isUnclosedText(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    let token = statement.tokens[index]
    return token.kind == .illegal && ["'", "\""].contains(statement.text(token).prefix(1))
  }
}
