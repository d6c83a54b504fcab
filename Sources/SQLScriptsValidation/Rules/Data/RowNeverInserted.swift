import SQLScriptsSQL

/// `INSERT OR IGNORE INTO account (kind) VALUES ('equity')`, if a CHECK refuses it
package struct RowNeverInserted: Rule {
  private static let subject = [
    "CREATE TABLE subject (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, kind TEXT CHECK (kind IN ('art', 'science')))",
    "INSERT INTO subject (id, code, kind) VALUES (1, 'MA', 'science'), (2, 'EN', 'art')",
  ]

  package static let documentation = RuleDocumentation(
    summary: "INSERT OR IGNORE never inserts a row, because a constraint refuses it.",
    severity: .warning,
    why: "OR IGNORE hides the error, so the row is missing on every device.",
    wrong: [
      .init(
        before: subject,
        "INSERT OR IGNORE INTO subject (id, code, kind) VALUES «(3, 'SP', 'sport')»"),
      .init(
        before: subject, "INSERT OR IGNORE INTO subject (id, code) VALUES (3, 'FR'), «(2, 'IT')»"),
      .init(before: subject, "INSERT OR IGNORE INTO subject (id, code) VALUES «(3, NULL)»"),
    ],
    right: [
      .init(
        before: subject,
        "INSERT OR IGNORE INTO subject (id, code, kind) VALUES (2, 'EN', 'art'), (3, 'FR', 'art')"),
      .init(
        before: subject, "INSERT OR IGNORE INTO subject (code, kind) VALUES ('MA', 'science')"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for row in statement.ignoredRows {
      let words: String
      var why: String?
      var help = "Correct the row."
      switch row.reason {
      case .check(let check): words = "the CHECK “\(check.oneLine)” refuses it"
      case .notNull(let column):
        words = "“\(column)” is NOT NULL"
        help = "Add a value for “\(column)”."
      case .key(let key, let other):
        words = "a row with \(key.oneLine) already exists"
        why = "The row that exists is \(other.oneLine)."
        help = "Change the key of the row, or write an UPDATE of the row that exists."
      }
      findings.report(
        "this row is never inserted: \(words)",
        at: statement.span(row.place...statement.end(ofParenthesis: row.place)), why: why,
        help: help)
    }
  }
}
