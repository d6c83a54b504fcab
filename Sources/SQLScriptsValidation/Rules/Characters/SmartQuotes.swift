import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `‘none’`
package struct SmartQuotes: Rule {
  package static let documentation = RuleDocumentation(
    summary: "Typographic quotes are read as letters, not quotes.", severity: .error,
    why:
      "SQLite reads ‘none’ as a column name, and “user” as a name that contains the quotes. "
      + "Word processors, Notes and chat apps replace straight quotes automatically.",
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
    let ends = statement.typographicEnds
    guard !pairs.isEmpty || !ends.isEmpty else { return }
    let correction = findings.correction(of: statement)
    // In an unclosed string, only the quote that should end it matters.
    let shown = pairs.lazy.filter { !statement.isUnclosedText($0.first.token) }
      .prefix(CharacterCorrection.manyFindings)
    for (index, (first, last)) in shown.enumerated() {
      let straight = StrayCharacter.quotes[first.scalar] ?? "'"
      let name =
        straight == "'"
        ? "the straight quote '" : "the straight quote ' for a string, \" for a name"
      let end = last ?? first
      var found = "“\(first.scalar)” (\(first.code))"
      if end.scalar != first.scalar { found += " and “\(end.scalar)” (\(end.code))" }
      let place = first.range.lowerBound..<end.range.upperBound
      findings.report(
        last == nil
          ? "typographic quote instead of an SQL quote"
          : "typographic quotes instead of SQL quotes",
        at: statement.span(place), label: "found \(found)", help: "Type \(name).",
        fixIt: correction?.fixIt("Write straight quotes", .quote, in: place, number: index + 1))
    }
    for (index, quotes) in ends.sorted(by: { $0.key < $1.key }) {
      guard let quote = quotes.first else { continue }
      let found = statement.characters(of: statement.tokens[index]).first { $0.range == quote }
      let shown = found.map { "“\($0.scalar)” (\(StrayCharacter.code($0.scalar)))" }
      findings.report(
        "a typographic quote does not end the string", at: statement.span(quote),
        label: shown.map { "found \($0)" },
        help: "Type the straight quote \(statement.text(statement.tokens[index]).prefix(1)).",
        fixIt: correction?.fixIt("Write a straight quote", .quote, in: quote))
    }
  }
}
