import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A CHECK of a new column that older SQLites do not hold against the rows that are there.
package struct AddedCheckNotVerified: Rule {
  private let target: Target?

  package init() { self.init(settings: BundleSettings()) }

  package init(settings: BundleSettings) {
    let oldest = Targets(settings).binding
    target = oldest.flatMap { $0.sqlite < SQLiteVersion(3, 37) ? $0 : nil }
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard let target else { return }
    let failed = [script.failsOnTypicalRows, script.failsOnHostileRows].compactMap { $0?.statement }
    for (index, statement) in script.statements.enumerated() where statement.succeeded {
      let outline = StatementOutline(statement)
      guard let table = outline.alteredTable, let (column, at) = outline.addedColumn,
        let check = outline.indices.first(where: { $0 > at && outline.has(["CHECK", "("], at: $0) })
      else { continue }
      let end = outline.end(ofParenthesis: check + 1)
      // A CHECK of the new column alone sees one value, the default, and the rehearsal has tried it.
      let others = statement.before[table]?.columns.map { $0.name.asciiLowercased } ?? []
      let seesOthers = (check + 2..<max(check + 2, end)).contains { index in
        guard outline.isName(index) else { return false }
        let name = outline.name(index).asciiLowercased
        return name != column.asciiLowercased && others.contains(name)
      }
      guard seesOthers || failed.contains(index), statement.tokens.indices.contains(end) else {
        continue
      }
      let isOwn = target.platform == .sqlite
      findings.report(
        "Rows of “\(table)” that break this CHECK stay as they are on \(target.name)"
          + (isOwn ? "" : ", which has SQLite \(target.sqlite.short)"),
        at: statement.span(statement.tokens[check], to: statement.tokens[end]),
        why:
          "Before 3.37 SQLite holds a new CHECK only against new rows; since then it refuses the update.",
        help: "Bring the rows in order with UPDATE before this statement.")
    }
  }

  package static let documentation = RuleDocumentation(
    summary:
      "ADD COLUMN has a CHECK that older SQLites do not hold against the rows that are there.",
    severity: .warning,
    why: """
      Since 3.37 SQLite refuses such a column if a row breaks the CHECK; before, it takes it, and the \
      database has rows that should not exist: users of two systems have different data. Found only where \
      a target has an older SQLite.
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
