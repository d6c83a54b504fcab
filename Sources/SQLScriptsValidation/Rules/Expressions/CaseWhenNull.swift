/// `CASE name WHEN NULL THEN …`
package struct CaseWhenNull: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "CASE with an operand never reaches WHEN NULL.", severity: .error,
    why: "CASE compares its operand with =, and nothing is equal to NULL, not even NULL.",
    wrong: [
      .init(
        before: user,
        "UPDATE user SET name = CASE name «WHEN NULL» THEN '' ELSE name END WHERE id > 7"),
      .init(
        before: user,
        "CREATE VIEW v AS SELECT CASE CASE WHEN id = 1 THEN name END «when null» THEN 1 END FROM user"
      ),
    ],
    right: [
      .init(
        before: user,
        "UPDATE user SET name = CASE WHEN name IS NULL THEN '' ELSE name END WHERE id > 7"),
      .init(
        before: user,
        "CREATE VIEW v AS SELECT CASE name WHEN '' THEN NULL ELSE name END FROM user"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    // For each open CASE, whether it has an operand.
    var cases: [Bool] = []
    for index in statement.indices where statement.kind(index) == .word {
      switch statement.word(index) {
      case "CASE": cases.append(statement.word(index + 1) != "WHEN")
      case "END": _ = cases.popLast()
      case "WHEN" where cases.last == true && statement.has("NULL", "THEN", at: index + 1):
        findings.report(
          "WHEN NULL is never true", at: statement.span(index...index + 1),
          help: "Write CASE WHEN … IS NULL THEN, without a value after CASE.")
      default: break
      }
    }
  }
}
