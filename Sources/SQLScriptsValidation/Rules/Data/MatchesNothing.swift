import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// `UPDATE exercise SET name = 'Squats' WHERE code = 'SQUAT'`
package struct MatchesNothing: Rule {
  private static let exercise = [
    "CREATE TABLE exercise (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT)",
    "INSERT INTO exercise (code, name) VALUES ('squat', 'Squat'), ('bench', 'Bench press')",
    "CREATE TABLE goal (id INTEGER PRIMARY KEY, exercise_id INTEGER, target INTEGER)",
  ]
  private static let visit = [
    "CREATE TABLE visit (id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('open', 'cancelled')), stars INTEGER CHECK (stars BETWEEN 1 AND 5))"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A WHERE that no row can match.", severity: .warning,
    why: "The statement succeeds and changes nothing, on every device.",
    wrong: [
      .init(
        before: exercise, "UPDATE exercise SET name = 'Squats' WHERE «code = 'SQUAT'»"),
      .init(
        before: exercise,
        "INSERT INTO goal (exercise_id, target) SELECT id, 100 FROM exercise WHERE «code = 'benhc'»"
      ),
      .init(before: visit, "DELETE FROM visit WHERE «state = 'canceled'»"),
      .init(before: visit, "UPDATE visit SET state = 'open' WHERE «stars > 5»"),
      .init(
        before: exercise, "UPDATE exercise SET name = 'Row' WHERE «code = 'row'»",
        "INSERT INTO exercise (code, name) VALUES ('row', '')"),
    ],
    right: [
      .init(before: exercise, "UPDATE exercise SET name = 'Squats' WHERE code = 'squat'"),
      .init(before: exercise, "UPDATE exercise SET name = 'Deadlift' WHERE code = 'deadlift'"),
      .init(before: visit, "DELETE FROM visit WHERE state = 'cancelled' AND stars < 5"),
      .init(
        before: exercise,
        "INSERT INTO exercise (code, name) SELECT 'Squat', 'S' WHERE NOT EXISTS (SELECT 1 FROM exercise WHERE code = 'Squat')"
      ),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for (index, statement) in script.statements.enumerated() {
      var seen: Range<Int>?
      for match in statement.emptyMatches where match.range != seen {
        let count = findings.diagnostics.count
        report(match, of: statement, script.statements[(index + 1)...], &findings)
        if findings.diagnostics.count > count { seen = match.range }
      }
    }
  }

  private func report(
    _ match: EmptyMatch, of statement: RehearsedStatement,
    _ later: ArraySlice<RehearsedStatement>, _ findings: inout Findings
  ) {
    let span = statement.span(match.range.lowerBound...match.range.upperBound - 1)
    let written = statement.text(of: match.range).oneLine
    switch match.reason {
    case .contradiction(let cause):
      let words =
        switch cause {
        case "": "“\(match.column)” cannot have such a value"
        case "NOT NULL": "“\(match.column)” is NOT NULL"
        default: "CHECK (\(cause.oneLine)) of “\(match.table)” excludes it"
        }
      findings.report(
        "no row can match \(written): \(words)", at: span, why: Self.why(match),
        help: help(match, statement, cause))
    case .nearly(let value, let near, let values):
      // Of the two, the INSERT is the better explanation.
      if let insert = later.first(where: { $0.inserts(value, match) }) {
        reportOrder(match, span, written, insert, &findings)
        return
      }
      findings.report(
        "no row of “\(match.table)” has \(match.column) = \(value.literal)", at: span,
        label: "did you mean \(near.literal)?", why: Self.why(match),
        help: "Write \(near.literal). The rows of the scripts have \(Self.list(values)).")
    case .missing(let literal):
      guard let insert = later.first(where: { $0.inserts(statement.name(literal), match) }) else {
        return
      }
      reportOrder(match, span, written, insert, &findings)
    }
  }

  private func reportOrder(
    _ match: EmptyMatch, _ span: SourceSpan, _ written: String, _ insert: RehearsedStatement,
    _ findings: inout Findings
  ) {
    findings.report(
      "no row matches \(written) yet: a later statement inserts it into “\(match.table)”",
      at: span, why: Self.why(match), help: "Put this statement after the INSERT.",
      related: [.init(span: insert.span, message: "the row is inserted here")])
  }

  private func help(
    _ match: EmptyMatch, _ statement: RehearsedStatement, _ cause: String
  ) -> String {
    let literals = match.range.filter { statement.kind($0) == .string }.map { statement.name($0) }
    let check = SQLText(cause)
    let allowed = check.tokens.filter { $0.kind == .string }.map { check.name($0) }
    for literal in literals where !allowed.contains(literal) {
      if let near = NearValue.find(literal, among: allowed, isKey: true, allowsParts: true) {
        return "Write \(near.literal)."
      }
    }
    return "Correct the condition, or delete the statement."
  }

  private static func why(_ match: EmptyMatch) -> String {
    match.isOuter ? "The statement changes nothing." : "The subquery finds nothing."
  }

  private static func list(_ values: [String]) -> String {
    let shown = values.prefix(6).map(\.literal).joined(separator: ", ")
    return values.count > 6 ? shown + " and \(values.count - 6) others" : shown
  }
}

extension String {
  /// The text as an SQL literal.
  fileprivate var literal: String { quoted(by: "'").oneLine }
}

extension RehearsedStatement {
  /// Whether it inserts a row with this value in the column of a condition, and fails if there is one.
  fileprivate func inserts(_ value: String, _ match: EmptyMatch) -> Bool {
    guard has("INSERT", "INTO", at: 0), succeeded, first("ON", "CONFLICT") == nil,
      let target, name(target.name).isSameName(as: match.table)
    else { return false }
    let columns = columnList ?? before[match.table]?.columns.map(\.name) ?? []
    guard let index = columns.firstIndex(where: { $0.isSameName(as: match.column) }) else {
      return false
    }
    return valueRows.prefix(200).contains { row in
      let values = arguments(row)
      return values.count == columns.count && values[index].count == 1
        && name(values[index].lowerBound) == value
    }
  }
}
