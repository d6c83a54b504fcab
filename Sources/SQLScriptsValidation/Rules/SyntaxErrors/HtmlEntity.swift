import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `&lt;` in SQL
package struct HtmlEntity: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An operator is written as an HTML entity: &lt; instead of <.", severity: .error,
    why:
      "Text copied from a web page often contains entities. SQLite reads the operator &, a "
      + "name, and a semicolon that ends the statement.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER)"],
        "DELETE FROM user WHERE age «&lt;» 3"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER)"],
        "UPDATE user SET age = 3 WHERE age «&gt;»= 3"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
        "UPDATE user SET name = 'a &lt; b' WHERE age < 3")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.error != nil, statement.denial == nil else { return }
    let text = statement.script.document.text
    let head = statement.range.lowerBound
    for index in statement.tokens.indices where statement.word(index) == "&" {
      guard RehearsedStatement.entities[statement.word(index + 1)] != nil else { continue }
      let name = statement.tokens[index + 1]
      let end = head + name.range.upperBound
      guard text[end...].first == 0x3B else { continue }
      let start = head + statement.tokens[index].range.lowerBound
      return report(statement.text(name), at: start..<end + 1, of: statement, &findings)
    }
  }

  private func report(
    _ name: String, at range: Range<Int>, of statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    guard let sign = RehearsedStatement.entities[name.uppercased()] else { return }
    let isPropertyList = statement.script.file.format == .plist
    findings.report(
      "“&\(name);” is an HTML entity, not SQL", at: statement.script.span(of: range),
      why: isPropertyList ? "The file contains &amp;\(name); which is escaped twice." : nil,
      help: isPropertyList ? "Write &\(name); in the file." : "Write \(sign).")
  }
}

extension RehearsedStatement {
  /// The character that each HTML entity stands for.
  fileprivate static let entities = [
    "LT": "<", "GT": ">", "AMP": "&", "QUOT": "\"", "APOS": "'", "NBSP": "a space",
  ]

  /// Whether this is the rest of a statement that an earlier `&lt;` cut off.
  var isRestAfterEntity: Bool {
    let text = script.document.text
    let end = range.lowerBound
    let before = text[max(item.text.lowerBound, end - 8)..<end]
    guard let word = before.split(separator: 0x20).last, word.last == 0x3B,
      let start = word.lastIndex(of: UInt8(ascii: "&"))
    else { return false }
    let name = String(decoding: text[start + 1..<word.endIndex - 1], as: UTF8.self)
    return Self.entities[name.uppercased()] != nil
  }
}
