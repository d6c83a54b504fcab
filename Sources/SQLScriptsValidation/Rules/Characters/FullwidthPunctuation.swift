import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `，`
package struct FullwidthPunctuation: Rule {
  package static let documentation = RuleDocumentation(
    summary: "Full-width punctuation, or a sign such as × or ≥, is read as letters.",
    severity: .error,
    why:
      "“id INTEGER，name TEXT” declares one column of the type “INTEGER，name TEXT”. SQLite does "
      + "not report this, and the column “name” is missing.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER«，»name TEXT)"),
      .init("CREATE TABLE user «（»id INTEGER)"),
      .init("CREATE TABLE user (id INTEGER)«；»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user VALUES (1«，»'a')"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "DELETE FROM user WHERE id «＝» 1"),
      .init(
        before: ["CREATE TABLE item (id INTEGER PRIMARY KEY, price REAL)"],
        "UPDATE item SET price = price «×» 2 WHERE id = 1"),
      .init(
        before: ["CREATE TABLE item (id INTEGER PRIMARY KEY, price REAL)"],
        "DELETE FROM item WHERE price «≥» 100"),
    ],
    right: [
      .init("CREATE TABLE 用户 (编号 INTEGER, 名字 TEXT)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user VALUES (1, '你好，世界（一）') /* 好，（ */"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let found = statement.strayCharacters.filter { $0.kind == .punctuation }
    guard !found.isEmpty else { return }
    let correction = findings.correction(of: statement)
    for (index, character) in found.prefix(CharacterCorrection.manyFindings).enumerated() {
      let ascii = StrayCharacter.punctuation[character.scalar] ?? ","
      let isSign =
        character.scalar.properties.generalCategory == .mathSymbol
        && character.scalar.value < 0xFF00
      findings.report(
        isSign
          ? "“\(character.scalar)” is not an operator of SQL"
          : "“\(character.scalar)” is a full-width \(Self.name(ascii)), which is not SQL",
        at: statement.span(character.range), label: "\(character.code); write \(ascii)",
        help: isSign
          ? "Write \(ascii) here."
          : "Switch the input method to English punctuation and type \(ascii) here.",
        fixIt: correction?.fixIt(
          "Write “\(ascii)”", .punctuation, in: character.range, number: index + 1))
    }
  }

  private static func name(_ ascii: String) -> String {
    switch ascii {
    case ",": "comma"
    case "(", ")": "parenthesis"
    case "[", "]": "square bracket"
    case ";": "semicolon"
    case ".": "period"
    case "=": "equals sign"
    default: "character"
    }
  }
}
