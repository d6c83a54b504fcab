import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension Findings {
  /// Reports queries of `require` and `verify` that find a row wherever a table has rows, so that the script stops there.
  mutating func reportRequirements(in rehearsed: RehearsedScript) {
    rule = "stops-with-rows"
    severity = .warning
    for query in rehearsed.script.require {
      guard let table = table(of: query, in: rehearsed.before, rehearsed) else { continue }
      let columns = rehearsed.after[SQLName(table.name)]?.columns.map(\.name) ?? []
      let addsColumn = columns.contains { table.column($0) == nil }
      reportStop(
        query, table, rehearsed,
        help: "Add a WHERE that finds only the rows that do not fit"
          + (addsColumn ? ", or give the new column a default value." : "."))
    }
    for query in rehearsed.script.verify {
      guard let table = table(of: query, in: rehearsed.after, rehearsed),
        rehearsed.keepsRows(of: SQLName(table.name))
      else { continue }
      reportStop(
        query, table, rehearsed, help: "Add a WHERE that finds only the rows that are wrong.")
    }
  }

  private func table(
    of query: ScriptItem, in schema: SchemaSnapshot, _ rehearsed: RehearsedScript
  ) -> SchemaTable? {
    let sql = SQLText(rehearsed.script.document.bytes(of: query.text))
    guard let name = sql.tableOfAllRows(in: schema), let table = schema[name] else { return nil }
    return table.kind == .table ? table : nil
  }

  private mutating func reportStop(
    _ query: ScriptItem, _ table: SchemaTable, _ rehearsed: RehearsedScript, help: String
  ) {
    report(
      "this update stops in every database in which “\(table.name)” has rows",
      at: rehearsed.script.span(of: query.text),
      why: "The query finds rows whenever the table has some.", help: help)
  }
}

extension RehearsedScript {
  /// Whether a table was there before the script, and certainly has all its rows afterwards.
  fileprivate func keepsRows(of table: SQLName) -> Bool {
    guard isComplete, before[table]?.kind == .table, !allowsRowLoss(of: table) else { return false }
    // With rows, a condition that was false may be true.
    let losesRows = (statements + ruledOut).contains { statement in
      statement.actions.contains {
        SQLName($0.name) == table && ($0.kind == .delete || statement.isRuledOut && $0.changesTable)
      }
    }
    guard !losesRows else { return false }
    return rows[table].map { $0.before > 0 && $0.after == $0.before } ?? true
  }
}
