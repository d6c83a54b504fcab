import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `–` for `-`
package struct DashLookalike: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A typographic dash is no minus, and two of them begin no remark.", severity: .error,
    why:
      "SQLite takes it for a letter. Word processors make it of -- and of a hyphen by themselves.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER)"],
        "UPDATE user SET age = age «–» 1 WHERE id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER)"],
        "DELETE FROM user WHERE id = 1 «—» the first"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER)"],
        "INSERT INTO user VALUES (1, «−»5)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, first«‑»name TEXT)"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER)"],
        "INSERT INTO user VALUES (1, '5 – 6 — 7') -- five – six"),
      .init("CREATE TABLE ユーザー (id INTEGER PRIMARY KEY, \"a–b\" TEXT)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let found = statement.strayCharacters.filter { $0.kind == .dash }
    guard !found.isEmpty else { return }
    let correction = findings.correction(of: statement)
    for (index, character) in found.prefix(CharacterCorrection.manyFindings).enumerated() {
      findings.report(
        "This is a typographic dash (\(character.scalar)), not a minus or the start of a remark",
        at: statement.span(character.range), label: character.code,
        help: "Type the hyphen - (two of them, --, before a remark).",
        fixIt: correction?.fixIt("Write “-”", .dash, in: character.range, number: index + 1))
    }
  }
}
