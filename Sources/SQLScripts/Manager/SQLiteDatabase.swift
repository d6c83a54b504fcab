import SQLScriptsDatabase

/// An open database, lent to a hook or a transaction: safe statements with bound values.
///
/// It is valid only inside the closure that it is given to.
public struct SQLiteDatabase {
  package let connection: Connection

  /// Whether it is lent for a transaction, and nothing may run once that is over.
  private let needsTransaction: Bool

  private var isInTransaction: Bool { needsTransaction || connection.transactionDepth > 0 }

  package init(_ connection: Connection, needsTransaction: Bool = false) {
    self.connection = connection
    self.needsTransaction = needsTransaction
  }

  /// Runs one statement with values for its parameters.
  ///
  /// - Returns: the rows that an INSERT, UPDATE or DELETE changed.
  /// - Throws: `SQLiteError`; also if the number of values is not the number of parameters, if text
  ///   follows the statement, if it contains a NUL character, and for BEGIN, COMMIT and ROLLBACK inside a
  ///   transaction of the manager.
  @discardableResult
  public func execute(_ sql: String, _ values: (any SQLiteBindable)?...) throws(SQLiteError) -> Int
  {
    try execute(sql, values: values)
  }

  /// Runs one statement with values for its parameters, given as an array.
  @discardableResult
  public func execute(_ sql: String, values: [(any SQLiteBindable)?]) throws(SQLiteError) -> Int {
    let before = connection.totalChanges
    let statement = try bound(sql, values)
    try statement.execute()
    return connection.totalChanges == before ? 0 : connection.changes
  }

  /// All rows that a query returns.
  public func query(
    _ sql: String, _ values: (any SQLiteBindable)?...
  ) throws(SQLiteError) -> [SQLiteRow] {
    try query(sql, values: values)
  }

  /// All rows that a query returns, its values given as an array.
  public func query(
    _ sql: String, values: [(any SQLiteBindable)?]
  ) throws(SQLiteError) -> [SQLiteRow] {
    let statement = try bound(sql, values)
    let columns = statement.columnNames
    var rows: [SQLiteRow] = []
    while try statement.step() {
      rows.append(SQLiteRow(columns: columns, values: statement.exactRow))
    }
    return rows
  }

  /// The first row that a query returns; nil if it returns none. Rows after it are not computed.
  public func queryFirst(
    _ sql: String, _ values: (any SQLiteBindable)?...
  ) throws(SQLiteError) -> SQLiteRow? {
    try queryFirst(sql, values: values)
  }

  /// The first row that a query returns, its values given as an array; nil if it returns none.
  public func queryFirst(
    _ sql: String, values: [(any SQLiteBindable)?]
  ) throws(SQLiteError) -> SQLiteRow? {
    let statement = try bound(sql, values)
    guard try statement.step() else { return nil }
    return SQLiteRow(columns: statement.columnNames, values: statement.exactRow)
  }

  /// The rowid of the row that was inserted last.
  public var lastInsertRowID: Int64 { connection.lastInsertRowID }

  /// The raw `sqlite3*`, for what is not offered here. It must not be closed, nor used after the closure.
  public var connectionHandle: OpaquePointer { connection.handle }

  private func bound(
    _ sql: String, _ values: [(any SQLiteBindable)?]
  ) throws(SQLiteError) -> Statement {
    // Law 15: `ON CONFLICT ROLLBACK` and a COMMIT among the statements end a transaction. What follows
    // would be on its own, and would stay when the transaction fails.
    guard !isInTransaction || !connection.isInAutocommit else { throw .transactionEnded(sql: sql) }
    let statement = try connection.prepareOnly(sql)
    if isInTransaction, try connection.controlsTransaction(statement) {
      throw .misuse(
        "a statement cannot begin or end the transaction: it ends with its closure",
        sql: sql)
    }
    try statement.bind(values.map { $0?.sqliteValue ?? .null })
    return statement
  }
}
