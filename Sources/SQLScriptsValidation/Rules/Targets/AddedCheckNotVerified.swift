import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A CHECK on a new column, which older SQLite versions do not verify for existing rows.
package struct AddedCheckNotVerified: Rule {
  private let target: Target?

  package init() { self.init(settings: BundleSettings()) }

  package init(settings: BundleSettings) {
    let oldest = Targets(settings).binding
    target = oldest.flatMap { $0.sqlite < SQLiteVersion(3, 37) ? $0 : nil }
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard let target else { return }
    let failed = [script.failsOnTypicalRows, script.failsOnHostileRows].map { $0?.place }
    for (index, statement) in script.statements.enumerated() where statement.succeeded {
      let outline = StatementOutline(statement)
      guard let table = outline.alteredTable, let (column, at) = outline.addedColumn,
        let check = outline.indices.first(where: { $0 > at && outline.has(["CHECK", "("], at: $0) })
      else { continue }
      let end = outline.end(ofParenthesis: check + 1)
      // A CHECK on the new column alone only sees the default, which the rehearsal has tried.
      let others = statement.before[table]?.columns.map { $0.name.asciiLowercased } ?? []
      let seesOthers = (check + 2..<max(check + 2, end)).contains { index in
        guard outline.isName(index) else { return false }
        let name = outline.name(index).asciiLowercased
        return name != column.asciiLowercased && others.contains(name)
      }
      guard seesOthers || failed.contains(.statement(index)), statement.tokens.indices.contains(end)
      else {
        continue
      }
      let isOwn = target.platform == .sqlite
      findings.report(
        "rows of “\(table)” that violate this CHECK stay on \(target.name)"
          + (isOwn ? "" : ", which has SQLite \(target.sqlite.short)"),
        at: statement.span(statement.tokens[check], to: statement.tokens[end]),
        why:
          "SQLite before 3.37 verifies a new CHECK only for new rows. Later versions also "
          + "verify existing rows and refuse the statement.",
        help: "Correct the rows with an UPDATE before this statement.")
    }
  }

  package static let documentation = RuleDocumentation(
    summary:
      "ADD COLUMN has a CHECK that older SQLite versions do not verify for existing rows.",
    severity: .warning,
    why: """
      Since 3.37, SQLite refuses such a column if an existing row violates the CHECK. Older versions \
      accept it and keep the row, so users of different systems have different data. Reported only \
      if a target has an older SQLite.
      """,
    wrong: [
      .init(
        before: ["CREATE TABLE trip (id INTEGER PRIMARY KEY, days INTEGER)"],
        "ALTER TABLE trip ADD COLUMN nights INTEGER DEFAULT 0 «CHECK (nights <= days)»",
        settings: #"{ "targets": { "iOS": "14" } }"#),
      .init(
        before: ["CREATE TABLE trip (id INTEGER PRIMARY KEY, days INTEGER)"],
        "alter table trip add nights INTEGER «check ([days] > 0)»",
        settings: #"{ "targets": { "android": 33 } }"#),
    ],
    right: [
      .init(
        before: ["CREATE TABLE trip (id INTEGER PRIMARY KEY, days INTEGER)"],
        "ALTER TABLE trip ADD COLUMN kind TEXT NOT NULL DEFAULT 'a' CHECK (kind IN ('a', 'b'))",
        settings: #"{ "targets": { "iOS": "14" } }"#),
      .init(
        before: ["CREATE TABLE trip (id INTEGER PRIMARY KEY, days INTEGER)"],
        "ALTER TABLE trip ADD COLUMN nights INTEGER DEFAULT 0 CHECK (nights <= days)",
        settings: #"{ "targets": { "iOS": "16" } }"#),
      .init(
        before: ["CREATE TABLE trip (id INTEGER PRIMARY KEY, days INTEGER)"],
        "ALTER TABLE trip ADD COLUMN nights INTEGER DEFAULT 0 CHECK (nights <= days)"),
    ])
}
