import SQLScriptsDiagnostics
import SQLScriptsSQL

/// A space character other than U+0020.
package struct NonBreakingSpace: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A non-breaking or full-width space does not separate words.", severity: .error,
    why:
      "SQLite reads it as a letter: “age INTEGER” with such a space is one column name without "
      + "a type. Text from web pages and from CJK input methods contains such spaces.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN «age\u{A0}INTEGER»"),
      .init("CREATE TABLE «user\u{3000}»(id INTEGER PRIMARY KEY)"),
      .init("«CREATE\u{202F}TABLE» user (id INTEGER PRIMARY KEY)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN «\"first\u{A0}name\"» TEXT"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user VALUES (1, '10\u{A0}000 €\u{3000}') /*\u{A0}*/"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN \"first name\" TEXT"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let found =
      statement.strayCharacters.filter { $0.kind == .blank }
      + statement.strayCharacters(inQuotedNames: .blank)
    guard !found.isEmpty else { return }
    let correction = findings.correction(of: statement)
    var seen: Set<Int> = []
    for character in found
    where seen.insert(character.token).inserted
      && seen.count <= CharacterCorrection.manyFindings
    {
      let token = statement.tokens[character.token]
      findings.report(
        "\(Self.name(character)) is not whitespace in SQL: SQLite reads it as a letter",
        at: statement.span(token), label: "\(character.code)",
        help: "Delete it and type an ordinary space.",
        severity: token.kind == .quotedName ? .warning : nil,
        fixIt: correction?.fixIt(
          "Write an ordinary space", .blank, in: token.range, number: seen.count))
    }
  }

  private static func name(_ character: StrayCharacter) -> String {
    switch character.scalar.value {
    case 0xA0, 0x202F, 0x2007: "a non-breaking space"
    case 0x3000: "a full-width space"
    case 0x2028, 0x2029, 0x85: "a Unicode line break"
    default: "a Unicode space"
    }
  }
}
