import SQLScriptsSQL

/// `WHERE state IN ('done, cancelled, failed')`
package struct ListInOneString: Rule {
  private static let task = [
    "CREATE TABLE task (id INTEGER PRIMARY KEY, state TEXT NOT NULL, closed INTEGER)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "IN has one string that contains a list.", severity: .warning,
    why: "The quotes enclose the whole list, so it is a single value that no row has.",
    wrong: [
      .init(
        before: task, "UPDATE task SET closed = 1 WHERE state IN («'done, cancelled, failed'»)"),
      .init(before: task, "DELETE FROM task WHERE id NOT IN («'1,2,3'»)"),
    ],
    right: [
      .init(before: task, "UPDATE task SET closed = 1 WHERE state IN ('done', 'cancelled')"),
      .init(before: task, "UPDATE task SET closed = 1 WHERE state IN ('done, at last', 'x')"),
      .init(before: task, "UPDATE task SET closed = 1 WHERE state IN ('Well, it is done')"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices
    where statement.kind(index) == .string && statement.word(index - 2) == "IN"
      && statement.kind(index - 1) == .leftParenthesis
      && statement.kind(index + 1) == .rightParenthesis
    {
      let parts = statement.name(index).split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.drop { $0 == " " } }
      guard parts.count > 1, parts.allSatisfy(Self.isWord) else { continue }
      let areNumbers = parts.allSatisfy { $0.allSatisfy(\.isNumber) }
      let list = parts.map { areNumbers ? String($0) : String($0).quoted(by: "'") }
      findings.report(
        "\(statement.text(statement.tokens[index])) is one value, not \(parts.count)",
        at: statement.span(index...index),
        help: "Write IN (\(list.joined(separator: ", "))).")
    }
  }

  private static func isWord(_ part: Substring) -> Bool {
    !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
  }
}
