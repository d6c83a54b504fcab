import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `WHERE a = NULL`
package struct EqualsNull: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A comparison with = NULL is never true.", severity: .error,
    why: "Nothing is equal to NULL, not even NULL, so the condition never matches a row.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "DELETE FROM user WHERE name «= NULL»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "UPDATE user SET name = NULL WHERE name «<> null»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "UPDATE user SET name = CASE WHEN name «== NULL» THEN '' ELSE name END WHERE id > 1"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT CHECK (name «!= NULL»))"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "DELETE FROM user WHERE «NULL =» name"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "UPDATE user SET name = NULL, id = 5 WHERE name IS NOT NULL"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE TRIGGER t AFTER INSERT ON user BEGIN UPDATE user SET id = 2, name = NULL; END"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user VALUES (1, ' = NULL') ON CONFLICT DO UPDATE SET name = NULL"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.word(0) != "PRAGMA" else { return }
    let tokens = statement.tokens
    let nulls = tokens.indices.filter { tokens[$0].kind == .word && statement.word($0) == "NULL" }
    guard !nulls.isEmpty else { return }
    let assigned = Set(statement.assignments.map { $0.value.lowerBound - 1 })
    for index in nulls {
      let isRight = index > 0 && isComparison(index - 1, statement) && !assigned.contains(index - 1)
      let isLeft =
        !isRight && isComparison(index + 1, statement)
        // NOT NULL = … and IS NULL = … mean something else.
        && !["NOT", "IS"].contains(statement.word(index - 1))
      guard isRight || isLeft else { continue }
      let sign = tokens[isRight ? index - 1 : index + 1]
      let isEqual = ["=", "=="].contains(statement.text(sign))
      findings.report(
        "\(statement.text(sign)) NULL is never true",
        at: isRight
          ? statement.span(sign, to: tokens[index]) : statement.span(tokens[index], to: sign),
        help: "Write \(isEqual ? "IS NULL" : "IS NOT NULL").")
    }
  }

  private func isComparison(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    statement.tokens.indices.contains(index) && statement.tokens[index].kind == .operator
      && ["=", "==", "<>", "!="].contains(statement.text(statement.tokens[index]))
  }
}
