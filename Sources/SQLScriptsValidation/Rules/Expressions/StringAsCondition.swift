import SQLScriptsSQL
import SQLScriptsSchema

/// `a = 'x' OR 'y'`
package struct StringAsCondition: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, done TEXT CHECK (done IN ('true', 'false')))"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A string stands where a condition should be.", severity: .error,
    why: "As a condition, a string that does not begin with a number is false.",
    wrong: [
      .init(before: user, "DELETE FROM user WHERE name = 'Ada' OR «'Bob'»"),
      .init(
        before: user, "UPDATE user SET name = '' WHERE id > 7 AND (name = 'a' OR «'b'»)"),
      .init(before: user, "DELETE FROM user WHERE «'inactive'»"),
      .init(
        before: user, "UPDATE user SET id = CASE WHEN «done» THEN 1 ELSE 0 END WHERE id > 7"),
    ],
    right: [
      .init(before: user, "DELETE FROM user WHERE name = 'Ada' OR name = 'Bob'"),
      .init(before: user, "DELETE FROM user WHERE name IN ('Ada', 'Bob') OR 'a' = name"),
      .init(before: user, "DELETE FROM user WHERE name BETWEEN 'a' AND 'b' OR '1'"),
    ])

  package init() {}

  private static let before: Set = ["OR", "AND", "WHERE", "NOT", "HAVING"]
  private static let after: Set = [
    "", ")", ";", "OR", "AND", "ORDER", "GROUP", "LIMIT", "RETURNING", "THEN", "END",
  ]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    let hasBetween = statement.indices.contains { statement.word($0) == "BETWEEN" }
    if !hasBetween { checkColumns(statement, &findings) }
    for index in statement.indices where statement.kind(index) == .string {
      guard isCondition(index, statement) else { continue }
      let text = statement.text(statement.tokens[index])
      let column = comparedColumn(before: index - 1, statement)
      findings.report(
        "\(text.forMessage) is a string, and as a condition it is false",
        at: statement.span(index...index),
        help: column.map { "Write \($0) = \(text.forMessage)." }
          ?? "Write the comparison that you mean.")
    }
  }

  /// A column that holds words, as a condition: `CASE WHEN done THEN`
  private func checkColumns(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for index in statement.indices where statement.isName(index) {
      let (previous, next) = (statement.word(index - 1), statement.word(index + 1))
      guard ["WHEN", "WHERE", "AND", "OR", "NOT"].contains(previous),
        ["THEN", "AND", "OR", ")", ";", ""].contains(next),
        !statement.has("IS", "NOT", at: index - 2),
        previous != "WHEN" || isSearched(index - 1, statement)
      else { continue }
      let name = statement.name(index)
      let tables = statement.actions.filter {
        $0.kind == .read && SQLName($0.detail) == SQLName(name)
      }
      .compactMap { statement.before[$0.name] }
      guard let table = tables.first, let column = table.column(name),
        Affinity(column.type) == .text,
        let word = Self.word(in: column, of: table)
      else { continue }
      findings.report(
        "“\(name)” holds text such as \(word.forMessage), and as a condition it is false",
        at: statement.span(index...index), help: "Write \(name) = \(word.forMessage).")
    }
  }

  /// Whether a WHEN belongs to a CASE without an operand.
  private func isSearched(_ when: Int, _ statement: RehearsedStatement) -> Bool {
    let depth = statement.depth(when)
    let start = statement.indices.prefix(when).last {
      statement.word($0) == "CASE" && statement.depth($0) == depth
    }
    return start.map { statement.word($0 + 1) == "WHEN" } ?? false
  }

  /// Whether a string of a CHECK is a value of a column: `state = 'open'`, `state IN ('open')`
  private static func isCompared(_ index: Int, with column: String, in sql: SQLText) -> Bool {
    guard sql.kind(index) == .string else { return false }
    let sign = sql.parenthesis(around: index).map { $0 - 1 }
      .flatMap { sql.word($0) == "IN" ? $0 : nil }
    let operand = sign ?? (["=", "=="].contains(sql.word(index - 1)) ? index - 1 : 0)
    return sql.name(operand - 1).asciiLowercased == column
  }

  /// A string that a CHECK or DEFAULT of a column names and that is no number.
  private static func word(in column: SchemaColumn, of table: SchemaTable) -> String? {
    let name = column.name.asciiLowercased
    let checks = RowCondition.all(of: table).filter { $0.columns == [name] }
    let words = checks.flatMap { check in
      check.range.filter { Self.isCompared($0, with: name, in: check.sql) }.map {
        check.sql.text(check.sql.tokens[$0])
      }
    }
    return (words + [column.defaultValue].compactMap { $0 }).first { word in
      word.hasPrefix("'") && (word.dropFirst().first.map { $0.isLetter } ?? false)
    }
  }

  private func isCondition(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    if statement.has("IS", "NOT", at: index - 2) { return false }
    let previous = statement.word(index - 1)
    let isFirst =
      previous == "(" && ["OR", "AND", "WHERE", "NOT"].contains(statement.word(index - 2))
      && ["OR", "AND"].contains(statement.word(index + 1))
    guard Self.before.contains(previous) || isFirst,
      Self.after.contains(statement.word(index + 1))
    else { return false }
    if previous == "AND" || statement.word(index + 1) == "AND",
      statement.indices.contains(where: { statement.word($0) == "BETWEEN" })
    {
      return false
    }
    let number = statement.name(index).prefix { $0 == " " || $0 == "-" || $0 == "+" || $0 == "." }
    let first = statement.name(index).dropFirst(number.count).first
    return first.map { !$0.isNumber } ?? true
  }

  /// The column of the comparison with a string before a word.
  private func comparedColumn(before index: Int, _ statement: RehearsedStatement) -> String? {
    var index = index
    while statement.word(index) == "OR", statement.kind(index - 1) == .string {
      if ["=", "=="].contains(statement.word(index - 2)), statement.isName(index - 3) {
        return statement.text(statement.tokens[index - 3])
      }
      index -= 2
    }
    return nil
  }
}
