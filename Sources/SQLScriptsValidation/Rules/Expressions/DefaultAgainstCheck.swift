import SQLScriptsSQL
import SQLScriptsSchema

/// `state TEXT DEFAULT 'new' CHECK (state IN ('open', 'done'))`
package struct DefaultAgainstCheck: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A column's CHECK refuses its DEFAULT.", severity: .error,
    why: "Every INSERT that leaves out the column fails.",
    wrong: [
      .init(
        "CREATE TABLE task (id INTEGER PRIMARY KEY, «state» TEXT NOT NULL DEFAULT 'new' "
          + "CHECK (state IN ('open', 'done')))"),
      .init(
        before: ["CREATE TABLE task (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE task ADD COLUMN «stars» INTEGER DEFAULT 0 CHECK (stars BETWEEN 1 AND 5)"),
    ],
    right: [
      .init(
        "CREATE TABLE task (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'open' "
          + "CHECK (state IN ('open', 'done')))"),
      .init(
        "CREATE TABLE task (id INTEGER PRIMARY KEY, stars INTEGER DEFAULT NULL CHECK (stars > 0))"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.changesSchema,
      statement.indices.contains(where: { statement.word($0) == "CHECK" }),
      statement.indices.contains(where: { statement.word($0) == "DEFAULT" })
    else { return }
    let table = statement.madeTable ?? statement.alteredTable.map { SQLName($0) }
    guard let table = table.flatMap({ statement.after[$0] }) else { return }
    for check in RowCondition.all(of: table) where check.columns.count == 1 {
      guard let column = table.column(check.columns[0]), let value = column.defaultValue,
        let token = statement.token(named: column.name),
        Self.refuses(check, column, value, &findings.scratch)
      else { continue }
      findings.report(
        "CHECK (\(check.text.oneLine)) refuses the DEFAULT \(value.oneLine) of “\(column.name)”",
        at: statement.span(token), help: "Change the DEFAULT or the CHECK.")
    }
  }

  /// Asks SQLite. A function or collation that it does not know is no proof.
  static func refuses(
    _ check: RowCondition, _ column: SchemaColumn, _ value: String, _ scratch: inout ScratchSQL
  ) -> Bool {
    let setUp = [
      "CREATE TABLE t (\(column.name.quotedName) \(column.type) DEFAULT (\(value)))",
      "INSERT INTO t DEFAULT VALUES",
    ]
    return scratch.row("SELECT (\(check.text)) IS FALSE FROM t", after: setUp) == [.integer(1)]
  }
}
