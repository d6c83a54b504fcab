import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// `FLOATING POINT`
package struct MisleadingAffinity: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A type name contains INT, so the column has integer affinity.",
    severity: .warning,
    why: "In a column of the type POINT, '1.0' and '007' become the numbers 1 and 7.",
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
        words.count == 1 || TypeNames.phrase(words[...]) == words.count,
        words.contains(where: isMisleading)
      else { continue }
      let type = definition.type.map { statement.text($0) }.joined(separator: " ")
      let isReal = words.contains { $0.hasPrefix("FLOA") || $0.hasPrefix("DOUB") }
      findings.report(
        "“\(type)” contains INT, so “\(definition.column.name)” has integer affinity: it stores '007' as 7",
        at: statement.span(first, to: last),
        help: isReal ? "Write REAL." : "Write TEXT, REAL or INTEGER.")
    }
  }

  private func isMisleading(_ word: String) -> Bool {
    guard word.containsIgnoringCase("INT") else { return false }
    return ["INTERVAL", "POINT", "PRINT", "CHAR", "TEXT", "BLOB", "REAL", "FLOA", "DOUB"]
      .contains(where: word.containsIgnoringCase)
  }
}
