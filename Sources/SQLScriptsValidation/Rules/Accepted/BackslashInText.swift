import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// `'line one\nline two'`
/// `'line one\\nline two'`
package struct BackslashInText: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A string contains a backslash escape such as \\n.", severity: .warning,
    why:
      "SQLite has no backslash escapes. It stores the backslash and the letter, and the app "
      + "shows them. JSON has escapes: in a JSON script, the path 'C:\\temp' contains a tab "
      + "instead of a backslash and a “t”, unless you write 'C:\\\\temp'.",
    wrong: [
      .init(before: user, #"UPDATE user SET name = 'one\ntwo' WHERE id = 1"#),
      .init(before: user, #"INSERT INTO user (name) VALUES ('a\tb')"#),
    ],
    right: [
      .init(before: user, "UPDATE user SET name = 'one' || char(10) || 'two' WHERE id = 1"),
      .init(before: user, #"INSERT INTO user (name) VALUES ('C:\new'), ('{"a": "b\n"}')"#),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, ["INSERT", "UPDATE", "REPLACE"].contains(statement.word(0)) else {
      return
    }
    for (index, token) in statement.tokens.prefix(2000).enumerated() where token.kind == .string {
      let before = statement.word(index - 1)
      if token.range.count <= 2000, statement.script.file.format == .json,
        let (drive, escape) = Self.path(in: statement.text(token))
      {
        findings.report(
          "JSON reads \(escape) after “\(drive):” as a control character, not as a part of a path",
          at: statement.span(token), help: "In JSON, write each backslash of a path twice: \\\\")
        continue
      }
      guard token.range.count <= 2000, before == "=" || before == "," || before == "(",
        // The first argument of a function may be a pattern.
        before != "(" || ["VALUES", ","].contains(statement.word(index - 2)),
        let code = Self.code(in: statement.text(token))
      else { continue }
      findings.report(
        "SQLite stores \(code) as the two characters \(code)", at: statement.span(token),
        help: code == "\\t"
          ? "Write 'a' || char(9) || 'b', or type a tab."
          : "Write 'a' || char(10) || 'b', or break the line inside the string.")
    }
  }

  /// The drive and the escape of a path such as C:\temp, in which JSON reads a tab.
  private static func path(in text: String) -> (drive: Character, escape: String)? {
    let escapes: [Character: String] = [
      "\t": "\\t", "\n": "\\n", "\r": "\\r", "\u{8}": "\\b", "\u{C}": "\\f",
    ]
    let text = Array(text.prefix(6))
    // The path begins the string.
    guard text.count > 4, text[1].isASCII, text[1].isLetter, text[2] == ":",
      let escape = escapes[text[3]], text[4].isLetter,
      // In “Q:” and “A:”, a line break is meant.
      !text[3].isNewline || "CDcd".contains(text[1])
    else { return nil }
    return (text[1], escape)
  }

  /// Nil for JSON, which has these escapes itself, and for paths and patterns.
  private static func code(in text: String) -> String? {
    guard text.contains("\\"), !text.contains(where: { "{[(*+^$".contains($0) }),
      !text.contains(":\\")
    else { return nil }
    return ["\\n", "\\r", "\\t"].first { text.contains($0) }
  }
}
