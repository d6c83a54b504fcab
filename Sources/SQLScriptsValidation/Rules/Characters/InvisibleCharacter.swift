import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A zero-width space in a name.
package struct InvisibleCharacter: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A name or keyword contains an invisible character.", severity: .error,
    why:
      "SQLite keeps it in the name, so the app does not find the table or column. Text copied "
      + "from web pages and chats often contains one.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN «nick\u{200B}name» TEXT"),
      .init("CREATE TABLE «us\u{AD}er» (id INTEGER PRIMARY KEY)"),
      .init("CREATE «TA\u{2060}BLE» user (id INTEGER PRIMARY KEY)"),
      .init("CREATE TABLE «\"user\u{200B}\"» (id INTEGER PRIMARY KEY)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user VALUES (1, «'free\u{200B}'»)"),
      .init("CREATE TABLE «user\u{202E}» (id INTEGER PRIMARY KEY)"),
      .init("«\u{FEFF}»CREATE TABLE user (id INTEGER PRIMARY KEY)"),
    ],
    right: [
      .init("CREATE TABLE \"👨‍👩‍👧\" (\"می‌خواهم\" TEXT)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user VALUES (1, '❤️ 👨‍👩‍👧 می‌خواهم') /* \u{200B} */"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    checkStart(statement, &findings)
    guard statement.hasForeignCharacters else { return }
    let found =
      statement.strayCharacters.filter { $0.kind == .invisible }
      + statement.strayCharacters(inQuotedNames: .invisible)
    let correction = found.isEmpty ? nil : findings.correction(of: statement)
    var seen: Set<Int> = []
    for character in found
    where seen.insert(character.token).inserted
      && seen.count <= CharacterCorrection.manyFindings
    {
      let token = statement.tokens[character.token]
      findings.report(
        "this word contains an invisible character", at: statement.span(token),
        label: Self.shown(character), help: "Delete the word and type it again.",
        fixIt: correction?.fixIt("Delete it", .invisible, in: token.range, number: seen.count))
    }
    for token in statement.tokens where token.kind == .string {
      let hidden = statement.characters(of: token).first { Self.isNeverData($0.scalar) }
      guard let hidden else { continue }
      findings.report(
        "this string contains an invisible character", at: statement.span(token),
        label: "<\(StrayCharacter.code(hidden.scalar))>",
        help:
          "Delete the string and type it again, or ignore this finding if the character is intended.",
        severity: .warning)
    }
  }

  /// A byte-order mark before the first word, which older SQLite versions do not skip.
  private func checkStart(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let start = statement.item.text.lowerBound
    guard statement.ordinal == 1, statement.range.lowerBound >= start + 3,
      statement.script.document.text[start..<start + 3].elementsEqual([0xEF, 0xBB, 0xBF])
    else { return }
    findings.report(
      "this statement starts with an invisible byte-order mark",
      at: statement.script.span(of: start..<start + 3), label: "<U+FEFF>",
      why: "SQLite before 3.36 reads it as a letter, so the statement fails.",
      help: "Delete the character before the first word.")
  }

  private static func shown(_ character: StrayCharacter) -> String {
    "<\(character.code)>" + (character.scalar.value == 0x200B ? ", a zero-width space" : "")
  }

  /// Strings may contain soft hyphens, joiners and direction marks. These characters are hardly ever intended.
  private static func isNeverData(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B, 0x2060, 0xFEFF, 0x202A...0x202E: true
    default: false
    }
  }
}
