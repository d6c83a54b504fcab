import SQLScriptsDatabase
import SQLScriptsScratch

/// An empty database in memory, on which the expressions of stand-ins are computed.
///
/// A connection that calls a function is busy, and must not see what the expression does. The memory that the expression
/// needs counts for the statement that calls the function.
final class StandInEvaluator {
  private var connection: Connection?
  private var statements: [String: Statement] = [:]

  private static let longestValue: Int32 = 16 << 20

  /// - Throws: `SQLiteError` if SQLite refuses the expression, or cannot compute it.
  func value(
    of function: StandInFunction, _ arguments: [SQLiteValue]
  ) throws(SQLiteError) -> SQLiteValue {
    let statement = try statement(for: function)
    defer { statement.reset() }
    try statement.bind(function.parameters == nil ? [] : arguments)
    return try statement.step() ? statement.exactRow.first ?? .null : .null
  }

  /// Compiles the expression of a function without computing it.
  func check(_ function: StandInFunction) throws(SQLiteError) { _ = try statement(for: function) }

  private func statement(for function: StandInFunction) throws(SQLiteError) -> Statement {
    if let statement = statements[function.query] { return statement }
    let statement = try open().prepareOnly(function.query)
    guard statement.columnCount == 1 else {
      throw .misuse("it must be one expression", sql: function.query)
    }
    statements[function.query] = statement
    return statement
  }

  private func open() throws(SQLiteError) -> Connection {
    if let connection { return connection }
    let connection = try Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    try connection.setScratchLimits(longestValue: Self.longestValue)
    connection.setDoubleQuotedText(allowed: false)
    connection.limitEachStatement(Deadline(countsForCaller: true))
    self.connection = connection
    return connection
  }
}
