import SQLScriptsSQL

/// `SET state = 1 WHERE state = 0`, then `SET state = 2 WHERE state = 1`
package struct ChainedUpdate: Rule {
  private static let issue = [
    "CREATE TABLE issue (id INTEGER PRIMARY KEY, state INTEGER, name TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "An UPDATE also changes the rows that the UPDATE before it has just changed.",
    severity: .warning, why: "Both groups of rows end with the last value.",
    wrong: [
      .init(
        before: issue, "UPDATE issue SET state = 1 WHERE state = 0",
        "«UPDATE issue SET state = 2 WHERE state = 1»")
    ],
    right: [
      .init(
        before: issue, "UPDATE issue SET state = 2 WHERE state = 1",
        "UPDATE issue SET state = 1 WHERE state = 0"),
      .init(
        before: issue, "UPDATE issue SET state = -1 WHERE state = 0",
        "UPDATE issue SET state = 0 WHERE state = 1", "UPDATE issue SET state = 1 WHERE state = -1"),
      .init(
        before: issue, "UPDATE issue SET state = 1 WHERE state = 0",
        "UPDATE issue SET name = 'x' WHERE state = 1"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    var last: [SQLName: Mapping] = [:]
    for statement in script.statements where statement.succeeded {
      guard let table = statement.writtenTable ?? statement.emptiedTable else { continue }
      let mapping = Mapping(statement)
      defer { last[table] = mapping }
      guard let mapping, let before = last[table], before.column == mapping.column,
        before.new == mapping.old, before.old != mapping.new
      else { continue }
      let name = mapping.column.text
      findings.report(
        "this also changes the rows that the statement before has set to \(mapping.old)",
        at: statement.span,
        help: "Put this statement first, or write one UPDATE: SET \(name) = CASE \(name) WHEN "
          + "\(before.old) THEN \(before.new) WHEN \(mapping.old) THEN \(mapping.new) ELSE \(name) END"
      )
    }
  }

  /// An UPDATE that replaces one value of a column with another one.
  private struct Mapping {
    let column: SQLName
    let old: String
    let new: String

    init?(_ statement: RehearsedStatement) {
      guard statement.word(0) == "UPDATE", let whole = statement.outerIndex(of: "WHERE"),
        ["=", "==", "IS"].contains(statement.word(whole + 2)),
        let old = statement.literal(at: whole + 3),
        old.upperBound == statement.tokens.count
          || statement.kind(old.upperBound) == .semicolon,
        statement.assignments.count == 1, let assignment = statement.assignments.first,
        statement.literal(at: assignment.value.lowerBound) == assignment.value,
        statement.name(assignment.column).isSameName(as: statement.name(whole + 1))
      else { return nil }
      column = SQLName(statement.name(assignment.column))
      self.old = statement.text(ofTokens: old)
      new = statement.text(ofTokens: assignment.value)
    }
  }
}
