import SQLScriptsSQL

/// `WHERE url = 'http://%'`
package struct WildcardWithEquals: Rule {
  private static let link = ["CREATE TABLE link (id INTEGER PRIMARY KEY, url TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A pattern with % is compared with = instead of LIKE.", severity: .warning,
    why: "With =, % is a character like any other, so no row matches.",
    wrong: [
      .init(before: link, "DELETE FROM link WHERE url = «'http://%'»"),
      .init(before: link, "UPDATE link SET url = '' WHERE url IN («'%.example.org'»)"),
    ],
    right: [
      .init(before: link, "DELETE FROM link WHERE url LIKE 'http://%'"),
      .init(before: link, "UPDATE link SET url = 'http://%' WHERE url = '50 %' OR url = '10%'"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    let assigned = Set(statement.assignments.flatMap { Array($0.value) })
    for index in statement.indices
    where statement.kind(index) == .string && !assigned.contains(index) {
      let text = statement.name(index)
      guard text.count > 3, Self.isPattern(text) else { continue }
      let sign = statement.word(index - 1)
      let isListed = ["(", ","].contains(sign) && isInList(index, statement)
      guard ["=", "==", "IS"].contains(sign) || isListed else { continue }
      findings.report(
        "% stands for itself here", at: statement.span(index...index),
        help: "Write LIKE \(statement.text(statement.tokens[index]).forMessage).")
    }
  }

  private func isInList(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    statement.parenthesis(around: index).map { statement.word($0 - 1) == "IN" } ?? false
  }

  /// Whether a text begins or ends with % and is no percentage.
  private static func isPattern(_ text: String) -> Bool {
    let isStart = text.hasPrefix("%") && !text.dropFirst().contains("%")
    let isEnd = text.hasSuffix("%") && !text.dropLast().contains("%")
    let before = text.dropLast().last
    return isStart || isEnd && before != " " && !(before.map(\.isNumber) ?? true)
  }
}
