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
    // Two in a row were -- once: one finding, and one correction.
    var runs: [(first: StrayCharacter, range: Range<Int>)] = []
    for character in statement.strayCharacters where character.kind == .dash {
      if let last = runs.last, last.range.upperBound == character.range.lowerBound {
        runs[runs.count - 1].range = last.range.lowerBound..<character.range.upperBound
      } else {
        runs.append((character, character.range))
      }
    }
    guard !runs.isEmpty else { return }
    let correction = findings.correction(of: statement)
    for (index, run) in runs.prefix(CharacterCorrection.manyFindings).enumerated() {
      let character = run.first
      findings.report(
        "This is a typographic dash (\(character.scalar)), not a minus or the start of a remark",
        at: statement.span(character.range), label: character.code,
        help: "Type the hyphen - (two of them, --, before a remark).",
        fixIt: correction?.fixIt("Write “-”", .dash, in: run.range, number: index + 1))
    }
  }
}
