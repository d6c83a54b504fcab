import SQLScriptsDatabase
import SQLScriptsFiles

// The queries of a script: `onlyIf` and `verify`.
extension StepRunner {
  func isTrue(
    _ range: Range<Int>, item: ScriptItem, of script: Script
  ) throws(StepStop) -> Bool {
    var isTrue = false
    try eachStatement(in: range, of: script, item: item, number: Int(item.number)) {
      (statement, _) throws(StatementStop) in
      let rows = try self.rows(of: statement, limit: 1, "onlyIf")
      switch rows.first?.first {
      case nil, .null: isTrue = false
      case .integer(let value): isTrue = value != 0
      case .real(let value): isTrue = value != 0
      case .text(let text): isTrue = !text.isEmpty && text != "0"
      case .blob(let bytes), .invalidText(let bytes): isTrue = !bytes.isEmpty
      }
    }
    return isTrue
  }

  func verify(_ script: Script) throws(StepStop) {
    for query in script.verify {
      try eachStatement(in: query.text, of: script, item: query, number: Int(query.number)) {
        (statement, _) throws(StatementStop) in
        let rows = try self.rows(of: statement, limit: 5, "verify")
        guard rows.isEmpty else {
          throw .failed(
            .verification(rows: rows),
            SQLiteError(code: .constraint, message: "the query returns rows", sql: statement.sql))
        }
      }
    }
  }

  private func rows(
    of statement: Statement, limit: Int, _ key: String
  ) throws(StatementStop) -> [[SQLiteValue]] {
    guard statement.isReadOnly, statement.columnCount > 0 else {
      throw .failed(
        .notAQuery, .misuse("\(key) must be a query that changes nothing", sql: statement.sql))
    }
    do throws(SQLiteError) {
      var rows: [[SQLiteValue]] = []
      while rows.count < limit, try statement.step() { rows.append(statement.row) }
      return rows
    } catch {
      throw .failed(reason(for: error), error)
    }
  }
}
