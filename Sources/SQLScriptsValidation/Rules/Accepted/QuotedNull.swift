import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `SET email = 'NULL'`
package struct QuotedNull: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "The word NULL is stored as a string.", severity: .warning,
    why: "'NULL' in quotes is a string: IS NULL does not match the row, and users see “NULL”.",
    wrong: [
      .init(before: user, "INSERT INTO user (id, name, email) VALUES (1, 'Ada', «'NULL'»)"),
      .init(before: user, "UPDATE user SET name = 'x', email = «'NULL'» WHERE id = 1"),
    ],
    right: [
      .init(before: user, "INSERT INTO user (id, name, email) VALUES (1, 'Ada', NULL)"),
      .init(before: user, "UPDATE user SET email = NULL WHERE email = 'NULL'"),
      .init(
        before: user, "UPDATE user SET name = nullif(name, 'NULL'), email = 'null' WHERE id = 1"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    let nulls = statement.tokens.indices.filter {
      // In lower case it is JSON's null.
      statement.tokens[$0].kind == .string && statement.text(statement.tokens[$0]) == "'NULL'"
    }
    guard !nulls.isEmpty else { return }
    let stored = Set(
      statement.assignments.filter { $0.value.count == 1 }.map(\.value.lowerBound)
        + statement.insertedValues)
    for index in nulls where stored.contains(index) {
      findings.report(
        "this stores the string 'NULL', not NULL",
        at: statement.span(statement.tokens[index]), help: "Write NULL without quotes.")
    }
  }
}

extension RehearsedStatement {
  /// The indices of tokens that are complete values in the rows after VALUES.
  fileprivate var insertedValues: [Int] {
    guard let values = outerIndex(of: "VALUES", from: targetIndex ?? tokens.count) else {
      return []
    }
    return tokens.indices.dropFirst(values + 1).filter { index in
      depth(index) == depth(values) + 1 && ["(", ","].contains(word(index - 1))
        && [",", ")"].contains(word(index + 1))
    }
  }
}
