import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `–` for `-`
package struct DashLookalike: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A typographic dash is used as a minus sign or to start a comment.", severity: .error,
    why:
      "SQLite reads it as a letter. Word processors replace -- and hyphens with it automatically.",
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
    // Two in a row were once --, so they are one finding with one correction.
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
        "“\(character.scalar)” is a typographic dash, not a minus sign or the start of a comment",
        at: statement.span(character.range), label: character.code,
        help: "Type a hyphen: - for minus, -- to start a comment.",
        fixIt: correction?.fixIt("Write “-”", .dash, in: run.range, number: index + 1))
    }
  }
}
