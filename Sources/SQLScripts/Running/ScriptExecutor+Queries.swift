import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

// The queries of a script: `onlyIf`, `require` and `verify`.
extension ScriptExecutor {
  /// Whether the item runs, according to its `onlyIf` query.
  package func isTrue<Delegate: ScriptExecutorDelegate>(
    _ range: Range<Int>, item: ScriptItem, of script: Script, for delegate: Delegate
  ) throws(StepInterruption) -> Bool {
    var isTrue = false
    let query = ScriptQuery(.onlyIf) { (statement: Statement) throws(StatementError) in
      let rows = try self.rows(of: statement, limit: 1, .onlyIf)
      switch rows.first?.first {
      case nil, .null: isTrue = false
      case .integer(let value): isTrue = value != 0
      case .real(let value): isTrue = value != 0
      case .text(let text): isTrue = !text.isEmpty && text != "0"
      case .blob(let bytes), .invalidText(let bytes): isTrue = !bytes.isEmpty
      }
    }
    try runStatements(in: range, of: item, in: script, asking: query, for: delegate)
    return isTrue
  }

  /// Runs the `require` queries of a script, which must return no rows.
  package func require<Delegate: ScriptExecutorDelegate>(
    _ script: Script, for delegate: Delegate
  ) throws(StepInterruption) {
    for item in script.require { try verify(item, of: script, .require, for: delegate) }
  }

  /// Runs the `verify` queries of a script, which must return no rows.
  package func verify<Delegate: ScriptExecutorDelegate>(
    _ script: Script, for delegate: Delegate
  ) throws(StepInterruption) {
    for item in script.verify { try verify(item, of: script, for: delegate) }
  }

  /// Runs one query of `require` or `verify`.
  package func verify<Delegate: ScriptExecutorDelegate>(
    _ item: ScriptItem, of script: Script, _ part: StatementFailure.Part = .verify,
    for delegate: Delegate
  ) throws(StepInterruption) {
    let query = ScriptQuery(part) { (statement: Statement) throws(StatementError) in
      let rows = try self.rows(of: statement, limit: StatementFailure.rowLimit, part)
      guard rows.isEmpty else {
        throw StatementError(
          .verification(rows: rows),
          SQLiteError(code: .constraint, message: "the query returns rows", sql: statement.sql))
      }
    }
    try runStatements(in: item.text, of: item, in: script, asking: query, for: delegate)
  }

  /// Runs a query, and tells the delegate before.
  func ask<Delegate: ScriptExecutorDelegate>(
    _ query: ScriptQuery, _ statement: Statement, _ text: StatementText, for delegate: Delegate
  ) throws(StatementError) {
    do throws(SQLiteError) {
      try delegate.willRun(statement, text)
    } catch {
      throw StatementError(reason(for: error), error)
    }
    try query.ask(statement)
  }

  private func rows(
    of statement: Statement, limit: Int, _ part: StatementFailure.Part
  ) throws(StatementError) -> [[SQLiteValue]] {
    guard statement.isReadOnly, statement.columnCount > 0 else {
      throw StatementError(
        .notAQuery,
        .misuse("\(part.rawValue) must be a query that changes nothing", sql: statement.sql))
    }
    do throws(SQLiteError) {
      var rows: [[SQLiteValue]] = []
      while rows.count < limit, try statement.step() { rows.append(statement.row) }
      return rows
    } catch {
      throw StatementError(reason(for: error), error)
    }
  }
}
