import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `/* …` without `*/`
package struct UnclosedComment: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A comment that starts with /* is never closed.", severity: .error,
    why: "SQLite silently treats everything after it as part of the comment, even a WHERE.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "DELETE FROM user «/*» WHERE id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "INSERT INTO user VALUES (1); «/*» the first * /"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "«/*» the first INSERT INTO user VALUES (1)", "INSERT INTO user VALUES (2)"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "/* one */ INSERT INTO user VALUES (1, '/* two') /* three **/"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user VALUES (1, 'a') -- /* one"),
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let comment = statement.commentAfter else { return }
    check(comment, of: statement.script, &findings)
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for item in script.script.itemsWithoutStatement {
      guard let comment = script.script.lastComment(in: item.text) else { continue }
      check(comment, of: script.script, &findings)
    }
  }

  private func check(_ comment: Range<Int>, of script: Script, _ findings: inout Findings) {
    let text = script.document.bytes(of: comment)
    guard text.starts(with: [0x2F, 0x2A]),
      !(text.count >= 4 && text.suffix(2).elementsEqual([0x2A, 0x2F]))
    else { return }
    findings.report(
      "unclosed comment: everything after it is ignored",
      at: script.span(of: comment.lowerBound..<comment.lowerBound + 2),
      help: "Write */ where the comment ends.")
  }
}
