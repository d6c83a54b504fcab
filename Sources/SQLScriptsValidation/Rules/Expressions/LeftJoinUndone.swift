import SQLScriptsSQL
import SQLScriptsSchema

/// `FROM reader LEFT JOIN loan ON … WHERE loan.open = 1`
package struct LeftJoinUndone: Rule {
  private static let tables = [
    "CREATE TABLE reader (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE loan (id INTEGER PRIMARY KEY, reader INTEGER REFERENCES reader (id), open INTEGER)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A condition in WHERE turns a LEFT JOIN into an inner join.", severity: .warning,
    why:
      "In a row without a match, all columns of the joined table are NULL, so the condition is "
      + "never true and the row is left out.",
    wrong: [
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT r.id, count(l.id) FROM reader r LEFT JOIN loan l ON l.reader = r.id WHERE «l.open = 1» GROUP BY r.id"
      ),
      .init(
        before: tables, "CREATE TABLE n (reader TEXT, loan INTEGER)",
        "INSERT INTO n SELECT name, loan.id FROM reader LEFT OUTER JOIN loan ON reader = reader.id WHERE name <> '' AND «open > 0»"
      ),
    ],
    right: [
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT r.id, count(l.id) FROM reader r LEFT JOIN loan l ON l.reader = r.id AND l.open = 1 GROUP BY r.id"
      ),
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT r.id FROM reader r LEFT JOIN loan l ON l.reader = r.id WHERE l.id IS NULL OR l.open = 1"
      ),
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT r.id FROM reader r LEFT JOIN loan l ON l.reader = r.id WHERE coalesce(l.open, 1) = 1"
      ),
    ])

  package init() {}

  /// A condition with one of these may be true for NULL, or says that NULL is meant.
  private static let harmless: Set = [
    "IS", "NULL", "ISNULL", "NOTNULL", "COALESCE", "IFNULL", "IIF", "CASE", "OR", "SELECT",
    "EXISTS",
    "COUNT", "TOTAL", "TYPEOF", "QUOTE", "MATCH",
  ]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions,
      statement.mentions(["LEFT"], in: statement.indices)
    else { return }
    let isView = statement.created?.kind == .view
    for clause in FromClause.joining(in: statement) {
      guard isView || statement.depth(clause.start) == 0, statement.word(clause.end) == "WHERE",
        !clause.sources.contains(where: { ["RIGHT", "FULL"].contains($0.join) })
      else { continue }
      let undone = clause.conditions.first { condition in
        !statement.mentions(Self.harmless, in: condition)
          && clause.sources(in: condition).contains { clause.sources[$0].join == "LEFT" }
      }
      guard let undone,
        let joined = clause.sources(in: undone).sorted().first(where: {
          clause.sources[$0].join == "LEFT"
        })
      else { continue }
      let right = clause.sources[joined]
      let left = clause.sources[0]
      findings.report(
        "WHERE leaves out rows of “\(left.table?.name ?? left.name)” without a row in “\(right.table?.name ?? right.name)”, so the LEFT JOIN has no effect",
        at: statement.span(undone.lowerBound...undone.upperBound - 1),
        help:
          "Move this condition to ON. If only rows with a match are meant, write JOIN instead of LEFT JOIN."
      )
    }
  }
}
