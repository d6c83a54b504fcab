import SQLScriptsSQL
import SQLScriptsSchema

/// `UPDATE user SET name = first || ' ' || last`, where `last` can be NULL
package struct NullInConcatenation: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT, name TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A text is joined with || from a column that can be NULL.", severity: .warning,
    why: "If one part is NULL, the whole result is NULL, and the other parts are lost.",
    wrong: [
      .init(before: user, "UPDATE user SET name = first || ' ' || «last» WHERE id > 7"),
      .init(
        before: user, "CREATE TABLE card (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO card (id, name) SELECT id, first || ' ' || «last» FROM user"),
      .init(
        before: user,
        "ALTER TABLE user ADD COLUMN whole TEXT GENERATED ALWAYS AS (first || ' ' || «last») VIRTUAL"
      ),
    ],
    right: [
      .init(before: user, "UPDATE user SET name = first || ' ' || coalesce(last, '') WHERE id > 7"),
      .init(before: user, "UPDATE user SET name = first || last WHERE last IS NOT NULL"),
      .init(before: user, "UPDATE user SET last = last || '?' WHERE id > 7"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.indices.contains(where: { statement.word($0) == "||" })
    else { return }
    checkGenerated(statement, &findings)
    let nullable = NullableColumns(statement)
    for (column, value) in statement.storedValues {
      let names = value.filter { index in
        statement.isName(index)
          && statement.depth(index) == statement.depth(value.lowerBound)
          && (statement.word(index + 1) == "||" || statement.word(index - 1) == "||")
          && value.contains(index)
      }
      // A single column that is extended stays NULL, as it was.
      let columns = Set(value.filter(statement.isName).map { SQLName(statement.name($0)) })
      guard columns.count > 1 else { continue }
      for index in names
      where nullable.contains(statement.name(index))
        && !statement.name(index).isSameName(as: column)
      {
        let name = statement.name(index)
        findings.report(
          "the whole text is NULL if “\(name)” is NULL", at: statement.span(index...index),
          help: "Write coalesce(\(statement.text(statement.tokens[index])), '').")
      }
    }
  }

  /// `full TEXT AS (first || ' ' || last)`
  private func checkGenerated(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let table = statement.definedTable else { return }
    for part in statement.columnParts {
      guard let start = part.first(where: { statement.has("AS", "(", at: $0) }) else { continue }
      let value = start + 2..<max(start + 2, statement.end(ofParenthesis: start + 1))
      let columns = value.filter { index in
        statement.isName(index) && table.column(statement.name(index)) != nil
      }
      guard Set(columns.map { SQLName(statement.name($0)) }).count > 1,
        !statement.mentions(["CASE", "IS", "COALESCE", "IFNULL", "IIF"], in: value)
      else { continue }
      for index in columns
      where statement.depth(index) == statement.depth(value.lowerBound)
        && (statement.word(index + 1) == "||" || statement.word(index - 1) == "||")
      {
        guard let column = table.column(statement.name(index)), !column.isNotNull,
          column.primaryKeyPosition == 0
        else { continue }
        findings.report(
          "“\(statement.name(part.lowerBound))” is NULL if “\(column.name)” is NULL",
          at: statement.span(index...index),
          help: "Write coalesce(\(statement.text(statement.tokens[index])), '').")
      }
    }
  }
}
