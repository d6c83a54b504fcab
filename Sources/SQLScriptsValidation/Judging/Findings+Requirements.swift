import SQLScriptsSQL
import SQLScriptsSchema

extension Findings {
  /// Reports queries of `require` that find every row of a table, so that the script stops wherever the table is used.
  mutating func reportRequirements(in rehearsed: RehearsedScript) {
    rule = "stops-with-rows"
    severity = .warning
    let script = rehearsed.script
    for query in script.require {
      let sql = SQLText(script.document.bytes(of: query.text))
      guard let name = sql.tableOfAllRows(in: rehearsed.before),
        let table = rehearsed.before[name], table.kind == .table
      else { continue }
      let columns = rehearsed.after[name]?.columns.map(\.name) ?? []
      let addsColumn = columns.contains { table.column($0) == nil }
      report(
        "this update stops in every database in which “\(table.name)” has rows",
        at: script.span(of: query.text),
        why: "The query finds rows whenever the table has some.",
        help: "Add a WHERE that finds only the rows that do not fit"
          + (addsColumn ? ", or give the new column a default value." : "."))
    }
  }
}

extension SQLText {
  /// The table of a query that selects all its rows: `SELECT * FROM user LIMIT 20`, or with a subquery that chooses and
  /// renames columns. A function may be an aggregate, which finds a row in an empty table, too.
  fileprivate func tableOfAllRows(in schema: SchemaSnapshot) -> SQLName? {
    guard word(0) == "SELECT", !indices.contains(where: isCall),
      !indices.contains(where: { Self.limiting.contains(word($0)) }),
      let from = indices.last(where: { word($0) == "FROM" }), isName(from + 1)
    else { return nil }
    var rest = from + 2
    // What closes subqueries, and their names.
    while rest < indices.upperBound, tokens[rest].kind != .semicolon,
      !["LIMIT", "WHERE"].contains(word(rest))
    {
      guard tokens[rest].kind == .rightParenthesis || isName(rest) else { return nil }
      rest += 1
    }
    if word(rest) == "WHERE" {
      guard from < rest, tokens[from].depth == 0, let table = schema[name(tokens[from + 1])],
        let end = endOfTruth(from: rest + 1, table)
      else { return nil }
      rest = end
    }
    if word(rest) == "LIMIT" {
      guard isPositive(rest + 1) else { return nil }
      rest += 2
    }
    guard rest >= tokens.count || tokens[rest].kind == .semicolon else { return nil }
    return SQLName(name(tokens[from + 1]))
  }

  /// The end of a condition that every row of a table meets: a constant, or a column that cannot be NULL IS NOT NULL.
  private func endOfTruth(from start: Int, _ table: SchemaTable) -> Int? {
    if isPositive(start) || word(start) == "TRUE" { return start + 1 }
    guard isName(start), let column = table.column(name(tokens[start])),
      column.isNotNull || table.rowIDAlias?.name.isSameName(as: column.name) == true
    else { return nil }
    if has("NOTNULL", at: start + 1) { return start + 2 }
    if has("NOT", "NULL", at: start + 1) { return start + 3 }
    return has("IS", "NOT", "NULL", at: start + 1) ? start + 4 : nil
  }

  /// The words of a query that may find fewer rows, or other ones.
  private static let limiting: Set<String> = [
    "HAVING", "JOIN", "UNION", "INTERSECT", "EXCEPT", "VALUES", "OFFSET", "CROSS",
  ]

  private func isCall(_ index: Int) -> Bool {
    tokens[index].kind == .leftParenthesis && index > 0 && isName(index - 1)
      && !["FROM", "AS"].contains(word(index - 1))
  }

  /// Whether a token is a whole number from 1 on, also a hexadecimal one.
  private func isPositive(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .integer
      && word(index).contains { !"0X_".contains($0) }
  }
}
