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
    var titleEnd = 0
    for (index, character) in found.prefix(CharacterCorrection.manyFindings).enumerated() {
      if character.range.lowerBound < titleEnd { continue }
      if let title = Self.title(from: index, in: found) {
        titleEnd = title.upperBound
        let text = statement.script.document.withBytes(of: statement.range) {
          String(decoding: $0[title], as: UTF8.self)
        }
        findings.report(
          "\(text.forMessage) is a string without quotes", at: statement.span(title),
          help: "Write '\(text.forMessage)'.")
        continue
      }
      let ascii = statement.ascii(for: character)
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

  /// The range of a title in Chinese brackets: 《西游记》.
  private static func title(from index: Int, in found: [StrayCharacter]) -> Range<Int>? {
    let start = found[index]
    guard let end = ["《": "》", "〈": "〉", "【": "】"][start.scalar] as Unicode.Scalar?,
      let close = found[index...].first(where: { $0.scalar == end }),
      close.range.lowerBound > start.range.upperBound + 1
    else { return nil }
    return start.range.lowerBound..<close.range.upperBound
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

extension RehearsedStatement {
  /// The ASCII text that is meant by full-width punctuation. A colon before a value is an equals sign.
  fileprivate func ascii(for character: StrayCharacter) -> String {
    guard character.scalar == "：" else {
      return StrayCharacter.punctuation[character.scalar] ?? ","
    }
    let next = script.document.withBytes(of: range) { bytes in
      bytes.dropFirst(character.range.upperBound).first { $0 != 0x20 && $0 != 0x09 }
    }
    guard let next else { return ":" }
    let isValue = next == 0x27 || next == 0x22 || (0x30...0x39).contains(next) || next == 0x2D
    return isValue ? "=" : ":"
  }
}
