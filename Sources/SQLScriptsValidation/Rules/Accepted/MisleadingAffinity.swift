import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `FLOATING POINT`
package struct MisleadingAffinity: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A type has INT somewhere in its words, so SQLite makes whole numbers of its values.",
    severity: .warning,
    why:
      "SQLite looks for the letters INT in a type before anything else. A value such as '1.0' or '007' "
      + "in a column of the type POINT becomes the number 1 or 7.",
    wrong: [
      .init("CREATE TABLE place (id INTEGER PRIMARY KEY, height «FLOATING POINT»)"),
      .init("CREATE TABLE place (id INTEGER PRIMARY KEY, code «CHARINT»)"),
      .init("CREATE TABLE place (id INTEGER PRIMARY KEY, at «point» NOT NULL)"),
    ],
    right: [
      .init("CREATE TABLE place (id INTEGER PRIMARY KEY, a BIGINT, b UNSIGNED BIG INT, c INT8)"),
      .init("CREATE TABLE place (id INTEGER PRIMARY KEY, point TEXT, hint TEXT)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for definition in statement.columnDefinitions
    where definition.type.allSatisfy({ $0.kind == .word }) {
      let words = definition.type.map { statement.upper($0) }
      guard let first = definition.type.first, let last = definition.type.last,
        words.count == 1 || TypeWords.phrase(words[...]) == words.count,
        words.contains(where: isMisleading)
      else { continue }
      let type = definition.type.map { statement.text($0) }.joined(separator: " ")
      let isReal = words.contains { $0.hasPrefix("FLOA") || $0.hasPrefix("DOUB") }
      findings.report(
        "“\(type)” has INT in it, so SQLite makes whole numbers of what “\(definition.column.name)” stores",
        at: statement.span(first, to: last),
        help: isReal ? "Write REAL." : "Write TEXT, REAL or INTEGER, whichever is meant.")
    }
  }

  private func isMisleading(_ word: String) -> Bool {
    if word.contains("INTERVAL") || word.contains("POINT") || word.contains("PRINT") { return true }
    return word.contains("INT")
      && ["CHAR", "TEXT", "BLOB", "REAL", "FLOA", "DOUB"].contains(where: word.contains)
  }
}
