import SQLScriptsSQL
import SQLScriptsSchema

/// A statement that reads or changes a new table before it has rows.
package struct EmptyNewTable: Rule {
  private static let plan = ["CREATE TABLE plan (id INTEGER PRIMARY KEY, level TEXT)"]
  private static let new = "CREATE TABLE new_plan (id INTEGER PRIMARY KEY, level TEXT NOT NULL)"
  private static let copy =
    "INSERT INTO new_plan (id, level) SELECT id, ifnull(level, '') FROM plan"

  package static let documentation = RuleDocumentation(
    summary: "A statement uses rows before they exist, or after they have been deleted.",
    severity: .warning,
    why: "There are no such rows at this place, so the statement does nothing.",
    wrong: [
      .init(
        before: plan, new, "«UPDATE new_plan SET level = 'easy' WHERE level = ''»", copy,
        "DROP TABLE plan", "ALTER TABLE new_plan RENAME TO plan"),
      .init(
        before: plan, "CREATE TABLE entry (id INTEGER PRIMARY KEY, level TEXT)", new,
        "«INSERT INTO new_plan (id, level) SELECT id, level FROM entry»"),
      .init(
        before: plan + [new], "DELETE FROM plan WHERE level = 'a'",
        "«INSERT INTO new_plan (id, level) SELECT id, level FROM plan WHERE level = 'a'»"),
      .init(
        before: plan + [new], "DELETE FROM plan",
        "«INSERT INTO new_plan (id, level) SELECT id, level FROM plan WHERE level <> ''»"),
      .init(
        before: plan, "CREATE TABLE entry (id INTEGER PRIMARY KEY, level TEXT)",
        "UPDATE plan SET level = «(SELECT level FROM entry WHERE id = 7)» WHERE level = ''",
        "INSERT INTO entry (id, level) VALUES (7, 'easy')"),
    ],
    right: [
      .init(
        before: plan, new, copy, "UPDATE new_plan SET level = 'easy' WHERE level = ''",
        "DROP TABLE plan", "ALTER TABLE new_plan RENAME TO plan"),
      .init(
        before: plan, new,
        "INSERT INTO new_plan (id, level) SELECT p.id, 'a' FROM plan p LEFT JOIN new_plan n ON n.id = p.id"
      ),
    ])

  package init() {}

  /// Statements that belong together are near each other.
  private static let manyStatements = 100

  /// Rows that are copied after they have been deleted.
  private func checkDeleted(_ script: RehearsedScript, _ findings: inout Findings) {
    for (place, statement) in script.statements.enumerated() {
      guard statement.word(0) == "DELETE", let target = statement.target,
        !statement.mentions(["LIMIT"], in: statement.indices)
      else { continue }
      let condition = statement.condition
      let table = SQLName(statement.name(target.name))
      for other in script.statements[(place + 1)...].prefix(Self.manyStatements) {
        if other.changesRows(of: table) || other.changesSchema { break }
        guard let verb = other.verb, ["INSERT", "REPLACE"].contains(other.word(verb)),
          subject(of: other) == table, condition == nil || other.condition == condition
        else { continue }
        findings.report(
          "these rows of “\(table.text)” have just been deleted, so this does nothing",
          at: other.span, help: "Put this statement before the DELETE.",
          related: [.init(span: statement.span, message: "the rows are deleted here")],
          severity: condition == nil && script.before[table] != nil ? .error : nil)
      }
    }
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    checkDeleted(script, &findings)
    var empty: Set<SQLName> = []
    for (place, statement) in script.statements.enumerated() {
      if let made = statement.madeTable {
        if statement.after[made]?.kind == .table, statement.tableBody != nil { empty.insert(made) }
        continue
      }
      guard !empty.isEmpty else { continue }
      if let name = subject(of: statement), empty.contains(name),
        // Where its `onlyIf` is true, a statement may have inserted rows.
        !script.ruledOut.contains(where: { $0.writtenTable == name })
      {
        let insert = insert(into: name, after: place, script)
        findings.report(
          "“\(name.text)” has no rows yet, so this does nothing", at: statement.span,
          help: insert == nil
            ? "Insert rows into “\(name.text)” first, or read another table."
            : "Put this statement after the INSERT into “\(name.text)”.",
          related: insert.map { [.init(span: $0.span, message: "the rows are inserted here")] }
            ?? [])
      }
      if let read = statement.valueQuery(of: empty),
        !script.ruledOut.contains(where: { $0.writtenTable == read.table })
      {
        let insert = insert(into: read.table, after: place, script)
        findings.report(
          "“\(read.table.text)” has no rows yet, so this value is NULL",
          at: statement.span(read.range.lowerBound...read.range.upperBound - 1),
          help: insert == nil
            ? "Insert rows into “\(read.table.text)” first, or read another table."
            : "Put this statement after the INSERT into “\(read.table.text)”.",
          related: insert.map { [.init(span: $0.span, message: "the rows are inserted here")] }
            ?? [])
      }
      // Rows come from INSERT, also in a trigger. A new name may be that of another table.
      for action in statement.actions where action.kind == .insert || action.changesTable {
        empty.remove(SQLName(action.name))
      }
      if let renamed = statement.renamedTo { empty.remove(SQLName(renamed)) }
    }
  }

  private func insert(
    into table: SQLName, after place: Int, _ script: RehearsedScript
  ) -> RehearsedStatement? {
    script.statements[(place + 1)...].prefix(Self.manyStatements).first {
      ["INSERT", "REPLACE"].contains($0.word(0)) && $0.writtenTable == table
    }
  }

  /// The table without whose rows a statement does nothing.
  private func subject(of statement: RehearsedStatement) -> SQLName? {
    guard let verb = statement.verb else { return nil }
    switch statement.word(verb) {
    case "UPDATE": return statement.writtenTable
    case "DELETE": return nil
    default:
      guard let select = statement.outerIndex(of: "SELECT", from: verb),
        let from = statement.outerIndex(of: "FROM", from: select),
        let source = statement.namedTable(at: from + 1),
        statement.outerIndex(of: "UNION", from: from) == nil,
        // An aggregate without GROUP BY gives a row for no rows.
        source.end == statement.tokens.count || statement.kind(source.end) == .semicolon
          || ["WHERE", "ORDER", "GROUP"].contains(statement.word(source.end)),
        !(select..<from).contains(where: {
          ["COUNT", "SUM", "MAX", "MIN", "TOTAL", "AVG"].contains(statement.word($0))
        })
      else { return nil }
      return SQLName(source.table.name)
    }
  }
}

extension RehearsedStatement {
  /// Its outer WHERE, without the names of tables, for comparison with that of another statement.
  fileprivate var condition: [String]? {
    guard let start = outerIndex(of: "WHERE", from: targetIndex ?? 0) else { return nil }
    let end = tokens.last?.kind == .semicolon ? tokens.count - 1 : tokens.count
    return (start + 1..<end).filter { kind($0 + 1) != .dot && kind($0) != .dot }.map { word($0) }
  }

  /// A subquery whose value is NULL because its table has no rows.
  fileprivate func valueQuery(of empty: Set<SQLName>) -> (table: SQLName, range: Range<Int>)? {
    guard verb != nil, hasExpressions, !isLong else { return nil }
    let single: Set = [
      "COUNT", "TOTAL", "UNION", "COALESCE", "IFNULL", "JSON_GROUP_ARRAY", "JSON_GROUP_OBJECT",
    ]
    for open in valueSubqueries {
      let end = end(ofParenthesis: open)
      guard let from = (open..<end).first(where: { word($0) == "FROM" }),
        let source = namedTable(at: from + 1), empty.contains(SQLName(source.table.name)),
        kind(source.end) == .rightParenthesis
          || ["WHERE", "ORDER", "LIMIT"].contains(word(source.end)),
        !mentions(single, in: open..<end), !isArgument(open)
      else { continue }
      return (SQLName(source.table.name), open..<end + 1)
    }
    return nil
  }

  /// Whether a function gets the value, which may replace NULL.
  private func isArgument(_ index: Int) -> Bool {
    guard depth(index) > 0, let outer = parenthesis(around: index), isName(outer - 1) else {
      return false
    }
    return !["VALUES", "IN", "AS", "SET", "SELECT"].contains(word(outer - 1))
  }

  fileprivate func changesRows(of table: SQLName) -> Bool {
    actions.contains { [.insert, .update].contains($0.kind) && SQLName($0.name) == table }
  }
}
