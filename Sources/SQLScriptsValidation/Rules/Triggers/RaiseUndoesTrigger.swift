import SQLScriptsSQL

/// `UPDATE doc SET deleted = 1 …; SELECT RAISE(ABORT, '…')`
package struct RaiseUndoesTrigger: Rule {
  private static let doc = [
    "CREATE TABLE doc (id INTEGER PRIMARY KEY, deleted INTEGER NOT NULL DEFAULT 0)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A trigger changes rows and then always raises an error.", severity: .error,
    why: "RAISE(ABORT) and RAISE(ROLLBACK) also undo what the trigger has changed.",
    wrong: [
      .init(
        before: doc,
        "CREATE TRIGGER t BEFORE DELETE ON doc BEGIN UPDATE doc SET deleted = 1 WHERE id = OLD.id; «SELECT RAISE(ABORT, 'no')»; END"
      )
    ],
    right: [
      .init(
        before: doc,
        "CREATE TRIGGER t BEFORE DELETE ON doc BEGIN UPDATE doc SET deleted = 1 WHERE id = OLD.id; SELECT RAISE(IGNORE); END"
      ),
      .init(
        before: doc,
        "CREATE TRIGGER t BEFORE DELETE ON doc BEGIN UPDATE doc SET deleted = 1 WHERE id = OLD.id; SELECT RAISE(ABORT, 'no') WHERE OLD.id = 7; END"
      ),
      .init(
        before: doc, "CREATE TRIGGER t BEFORE DELETE ON doc BEGIN SELECT RAISE(ABORT, 'no'); END"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.created?.kind == .trigger else { return }
    let writing: Set = ["INSERT", "REPLACE", "UPDATE", "DELETE"]
    var hasChanged = false
    for part in statement.bodyParts {
      let start = part.lowerBound
      if writing.contains(statement.verb(of: part)) { hasChanged = true }
      guard hasChanged, statement.has("SELECT", "RAISE", "(", at: start),
        ["ABORT", "ROLLBACK"].contains(statement.word(start + 3)),
        statement.end(ofParenthesis: start + 2) == part.upperBound - 1
      else { continue }
      findings.report(
        "RAISE(\(statement.word(start + 3))) undoes the changes of this trigger",
        at: statement.span(start...part.upperBound - 1),
        help:
          "In a BEFORE trigger, write SELECT RAISE(IGNORE): it skips the row and keeps the changes."
      )
      return
    }
  }
}
