import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `WHERE 'name' = 'Ada'`
package struct QuotedColumnName: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A column name in single quotes is a string.", severity: .warning,
    why:
      "The condition compares two strings, so it has the same result for every row and is "
      + "usually never true.",
    wrong: [
      .init(before: user, "DELETE FROM user WHERE «'name'» = 'Ada'"),
      .init(before: user, "UPDATE user SET name = 'x' WHERE id > 5 AND «'id'» <> 7"),
      .init(before: user, "CREATE VIEW sorted AS SELECT id, name FROM user ORDER BY «'name'»"),
      .init(
        before: user + ["CREATE TABLE pet (id INTEGER PRIMARY KEY, kind TEXT)"],
        "UPDATE user SET name = (SELECT id FROM pet WHERE kind = «'name'») WHERE id > 5"),
      .init(before: user, "UPDATE user SET name = date(«'name'») WHERE id > 5"),
    ],
    right: [
      .init(before: user, "DELETE FROM user WHERE name = 'name' OR \"name\" = 'id'"),
      .init(before: user, "UPDATE user SET 'name' = 'x' WHERE id = 1"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for (index, token) in statement.tokens.enumerated() where token.kind == .string {
      let isCompared =
        Self.before.contains(statement.word(index - 1))
        && Self.comparisons.contains(statement.word(index + 1))
      let isOrder = statement.word(index - 1) == "BY" && statement.word(index - 2) != "PARTITION"
      guard isCompared || isOrder || isDate(index, statement) || isOuterColumn(index, statement),
        !statement.columnsInReach(named: statement.name(token)).isEmpty
      else { continue }
      let name = statement.name(token)
      findings.report(
        "\(statement.text(token)) is a string, not the column “\(name)”",
        at: statement.span(token), help: "Write \(name) without quotes.")
    }
  }

  /// Whether it is the date that a date function reads: `date('born')`.
  private func isDate(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    if statement.kind(index - 1) == .comma {
      return statement.word(index - 4) == "STRFTIME"
        && statement.kind(index - 3) == .leftParenthesis
    }
    return statement.kind(index - 1) == .leftParenthesis && statement.word(index - 2) != "STRFTIME"
      && DateFunctions.all.contains(statement.word(index - 2))
  }

  /// Whether a subquery of UPDATE compares with the name of a column that the UPDATE could mean.
  private func isOuterColumn(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    guard statement.word(0) == "UPDATE", ["=", "=="].contains(statement.word(index - 1)),
      let table = statement.writtenTable.flatMap({ statement.before[$0] }),
      table.column(statement.name(index)) != nil
    else { return false }
    var place = statement.parenthesis(around: index)
    while let open = place {
      if statement.word(open + 1) == "SELECT" { return true }
      place = statement.parenthesis(around: open)
    }
    return false
  }

  private static let before: Set = ["WHERE", "AND", "OR", "NOT", "ON", "HAVING"]
  private static let comparisons: Set = [
    "=", "==", "<>", "!=", "<", ">", "<=", ">=", "IS", "IN", "LIKE", "GLOB", "BETWEEN",
  ]
}
