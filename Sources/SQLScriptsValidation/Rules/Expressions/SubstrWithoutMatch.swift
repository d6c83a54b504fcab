import SQLScriptsSQL

/// `substr(url, 1, instr(url, '?') - 1)`
package struct SubstrWithoutMatch: Rule {
  private static let visit = ["CREATE TABLE visit (id INTEGER PRIMARY KEY, url TEXT NOT NULL)"]

  package static let documentation = RuleDocumentation(
    summary: "A text is cut at a character that it may not contain.", severity: .warning,
    why:
      "instr() gives 0 if it finds nothing. substr() then gets the length -1 and returns an empty text.",
    wrong: [
      .init(before: visit, "UPDATE visit SET url = «substr(url, 1, instr(url, '?') - 1)»")
    ],
    right: [
      .init(before: visit, "UPDATE visit SET url = substr(url, 1, instr(url || '?', '?') - 1)"),
      .init(
        before: visit,
        "UPDATE visit SET url = substr(url, 1, instr(url, '?') - 1) WHERE url LIKE '%?%'"),
      .init(before: visit, "UPDATE visit SET url = substr(url, instr(url, '?') + 1)"),
    ])

  package init() {}

  private static let tests: Set = ["LIKE", "GLOB", "CASE", "IIF", "NULLIF", "REGEXP", "MATCH"]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    let calls = statement.indices.filter {
      ["SUBSTR", "SUBSTRING"].contains(statement.word($0))
        && statement.kind($0 + 1) == .leftParenthesis
    }
    guard !calls.isEmpty,
      !statement.indices.contains(where: { Self.tests.contains(statement.word($0)) })
    else { return }
    for index in calls {
      let arguments = statement.arguments(index + 1)
      guard arguments.count == 3, statement.text(ofTokens: arguments[1]) == "1",
        let instr = arguments[2].first, statement.word(instr) == "INSTR",
        statement.kind(instr + 1) == .leftParenthesis
      else { continue }
      let end = statement.end(ofParenthesis: instr + 1)
      let searched = statement.arguments(instr + 1)
      guard arguments[2].upperBound == end + 3, statement.word(end + 1) == "-",
        statement.kind(end + 2) == .integer, searched.count == 2,
        statement.text(ofTokens: searched[0]) == statement.text(ofTokens: arguments[0]),
        // Another instr() is most likely a condition.
        !statement.indices.contains(where: {
          statement.word($0) == "INSTR" && !arguments[2].contains($0)
        })
      else { continue }
      let text = statement.text(ofTokens: searched[0])
      let part = statement.text(ofTokens: searched[1])
      let number = statement.text(ofTokens: end + 2..<end + 3)
      findings.report(
        "the result is empty for a text without \(part)",
        at: statement.span(index...arguments[2].upperBound),
        help: "Write substr(\(text), 1, instr(\(text) || \(part), \(part)) - \(number)).")
    }
  }
}
