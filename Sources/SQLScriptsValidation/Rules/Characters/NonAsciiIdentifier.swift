import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// A name with letters that only look like ASCII letters.
package struct NonAsciiIdentifier: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A name contains letters that only look like ASCII letters.",
    severity: .warning,
    why:
      "A name with a Cyrillic “а” looks the same as one with a Latin “a”, but is a different name.",
    wrong: [
      .init("CREATE TABLE «us\u{435}r» (id INTEGER PRIMARY KEY)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "UPDATE user SET name = 'x' WHERE «n\u{430}me» = 'y'"),
      .init("«ＣＲＥＡＴＥ» TABLE user (id INTEGER PRIMARY KEY)"),
    ],
    right: [
      .init("CREATE TABLE 用户 (id INTEGER PRIMARY KEY, größe INTEGER)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT DEFAULT '用户')"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user VALUES (1, 'n\u{430}me') /* n\u{430}me */",
        "SELECT name AS имя FROM user"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.hasForeignCharacters else { return }
    let stray = Set(statement.strayCharacters.map(\.token))
    for (index, token) in statement.tokens.enumerated() where !stray.contains(index) {
      guard token.kind == .word || token.kind == .quotedName else { continue }
      let name = statement.name(token)
      guard name.utf8.contains(where: { $0 >= 0x80 }) else { continue }
      if let latin = Self.latin(name) {
        reportLookalike(name, latin, token, statement, &findings)
      }
    }
  }

  private func reportLookalike(
    _ name: String, _ latin: String, _ token: SQLToken, _ statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    let letter = name.unicodeScalars.first { !$0.isASCII } ?? "?"
    let isReason = statement.error.map { SQLiteMeaning.mentions(name, in: $0.message) }
    let isWide = (0xFF10...0xFF5A).contains(letter.value)
    findings.report(
      isWide
        ? "“\(name)” contains full-width letters or digits"
        : "“\(letter)” in “\(name)” only looks like a Latin letter", at: statement.span(token),
      label: StrayCharacter.code(letter),
      help: isWide
        ? "Switch the input method to English and type “\(latin)”."
        : "Type “\(latin)” again with Latin letters.",
      severity: isReason == true ? .error : .warning)
  }

  /// The Latin spelling of a name whose only non-ASCII letters look like Latin ones.
  ///
  /// A word made up only of such letters may be in another language. So it must contain a Latin letter, too,
  /// unless its letters are full-width Latin letters.
  private static func latin(_ name: String) -> String? {
    var latin = ""
    var hasLatin = false
    var isWide = true
    for scalar in name.unicodeScalars {
      if scalar.isASCII {
        latin.unicodeScalars.append(scalar)
        if scalar.properties.isAlphabetic { hasLatin = true }
      } else if (0xFF10...0xFF5A).contains(scalar.value),
        let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
      {
        latin.unicodeScalars.append(narrow)
      } else if let like = lookalikes[scalar] {
        latin.append(like)
        isWide = false
      } else {
        return nil
      }
    }
    return hasLatin || isWide ? latin : nil
  }

  private static let lookalikes: [Unicode.Scalar: Character] = [
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ј": "j",
    "ѕ": "s",
    "һ": "h", "ԁ": "d", "ԛ": "q", "ԝ": "w", "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M",
    "Н": "H",
    "О": "O", "Р": "P", "С": "C", "Т": "T", "У": "Y", "Х": "X", "І": "I", "Ј": "J", "Ѕ": "S",
    "ο": "o",
    "α": "a", "ν": "v", "ι": "i", "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I",
    "Κ": "K",
    "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T", "Υ": "Y", "Χ": "X", "ı": "i", "ɡ": "g",
  ]
}
