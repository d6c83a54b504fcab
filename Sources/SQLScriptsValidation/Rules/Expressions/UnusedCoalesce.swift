import SQLScriptsSQL
import SQLScriptsSchema

/// `coalesce(name, nick)`, where `name` is NOT NULL
package struct UnusedCoalesce: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, nick TEXT, label TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "coalesce() or ifnull() begins with a value that is never NULL.", severity: .warning,
    why: "The result is always the first value, and the other columns are never used.",
    wrong: [
      .init(before: user, "UPDATE user SET label = coalesce(«name», nick) WHERE label IS NULL"),
      .init(
        before: user, "UPDATE user SET label = ifnull(«name», nick || '?') WHERE label IS NULL"),
      .init(before: user, "UPDATE user SET nick = coalesce(«'none'», nick) WHERE id > 7"),
      .init(before: user, "CREATE VIEW v AS SELECT ifnull(«0», nick) AS nick FROM user"),
    ],
    right: [
      .init(before: user, "UPDATE user SET label = coalesce(nick, name) WHERE label IS NULL"),
      .init(before: user, "UPDATE user SET label = coalesce(name, '') WHERE label IS NULL"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    // The columns of an outer join can be NULL.
    let isOuterJoin = statement.indices.contains {
      ["LEFT", "RIGHT", "FULL"].contains(statement.word($0))
    }
    for index in statement.indices
    where ["COALESCE", "IFNULL"].contains(statement.word(index))
      && statement.kind(index + 1) == .leftParenthesis
    {
      let arguments = statement.arguments(index + 1)
      if let first = arguments.first, first.count == 1, arguments.count > 1,
        [.string, .integer, .float].contains(statement.kind(first.lowerBound))
      {
        let call = statement.text(ofTokens: index..<index + 1)
        let others = (arguments.dropFirst() + [first]).map { statement.text(ofTokens: $0) }
        findings.report(
          "\(statement.text(ofTokens: first)) is never NULL, so the rest is never used",
          at: statement.span(first.lowerBound...first.lowerBound),
          help: "Write \(call)(\(others.joined(separator: ", "))).")
        continue
      }
      guard !isOuterJoin, let first = arguments.first, let last = first.last,
        statement.isName(last),
        first.count == 1 || first.count == 3 && statement.kind(last - 1) == .dot,
        arguments.dropFirst().first?.contains(where: { isColumn($0, statement) }) == true
      else { continue }
      let columns = statement.readColumns(named: statement.name(last))
      guard !columns.isEmpty, columns.allSatisfy(\.isNotNull) else { continue }
      findings.report(
        "“\(statement.name(last))” is never NULL, so the rest is never used",
        at: statement.span(first.lowerBound...last),
        help: "Begin with the column that can be NULL.")
    }
  }

  private func isColumn(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    statement.isName(index) && statement.kind(index + 1) != .leftParenthesis
      && !statement.readColumns(named: statement.name(index)).isEmpty
  }
}
