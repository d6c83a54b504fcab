import SQLScriptsSQL

/// `DELETE FROM sqlite_sequence`
package struct SequenceReset: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A statement resets the highest ID of AUTOINCREMENT tables.", severity: .warning,
    why:
      "SQLite may assign the ID of a deleted row to a new one, and old references then mean the new row.",
    wrong: [
      .init(before: user, "«DELETE FROM sqlite_sequence WHERE name = 'user'»"),
      .init(before: user, "«UPDATE sqlite_sequence SET seq = 0 WHERE name = 'user'»"),
    ],
    right: [
      .init(before: user, "UPDATE sqlite_sequence SET seq = 1000 WHERE name = 'user'"),
      .init(
        before: user, "DELETE FROM sqlite_sequence WHERE name = 'user'",
        "INSERT INTO sqlite_sequence (name, seq) VALUES ('user', 1000)"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    let writes = script.statements.filter { statement in
      statement.target.map { statement.name($0.name).isSameName(as: "sqlite_sequence") } ?? false
    }
    // A rebuild moves the highest ID in two statements.
    guard writes.count == 1, let statement = writes.first, statement.succeeded else { return }
    let isZero = statement.assignments.contains {
      statement.name($0.column).isSameName(as: "seq") && $0.value.map(statement.word) == ["0"]
    }
    guard statement.verb.map(statement.word) == "DELETE" || isZero else { return }
    findings.report(
      "IDs of deleted rows may be used again", at: statement.span,
      help: "Remove this statement, or " + Suppressions.howTo("sequence-reset"))
  }
}
