import SQLScriptsSQL
import SQLScriptsSchema

/// `max(started, ended)`, where `ended` can be NULL
package struct NullInMaximum: Rule {
  private static let run = [
    "CREATE TABLE run (id INTEGER PRIMARY KEY, started INTEGER NOT NULL, ended INTEGER, last INTEGER)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "max() or min() of several values has a column that can be NULL.", severity: .warning,
    why: "If one of several values is NULL, the result is NULL. Only max() over rows ignores NULL.",
    wrong: [.init(before: run, "UPDATE run SET last = max(started, «ended») WHERE last IS NULL")],
    right: [
      .init(
        before: run,
        "UPDATE run SET last = max(started, coalesce(ended, started)) WHERE last IS NULL"),
      .init(before: run, "UPDATE run SET last = max(started, ended) WHERE ended IS NOT NULL"),
      .init(before: run, "UPDATE run SET last = (SELECT max(ended) FROM run) WHERE id = 7"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    let nullable = NullableColumns(statement)
    for (_, value) in statement.storedValues {
      for index in value
      where ["MAX", "MIN"].contains(statement.word(index))
        && statement.kind(index + 1) == .leftParenthesis
      {
        let arguments = statement.arguments(index + 1)
        guard arguments.count > 1 else { continue }
        for argument in arguments where argument.count == 1 {
          let place = argument.lowerBound
          guard statement.isName(place), nullable.contains(statement.name(place)) else { continue }
          findings.report(
            "the result is NULL if “\(statement.name(place))” is NULL",
            at: statement.span(place...place),
            help: "Write coalesce(\(statement.text(statement.tokens[place])), 0), or another value."
          )
        }
      }
    }
  }
}
