import SQLScriptsDatabase

/// An open database, lent to a hook or a transaction: safe statements with bound values.
///
/// It is valid only inside the closure that it is given to.
public struct SQLiteDatabase {
  package let connection: Connection

  package init(_ connection: Connection) {
    self.connection = connection
  }

  /// Runs one statement with values for its parameters.
  ///
  /// - Returns: the rows that an INSERT, UPDATE or DELETE changed.
  /// - Throws: `SQLiteError`; also if the number of values is not the number of parameters, or if text
  ///   follows the statement.
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
    try statement.run()
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
      rows.append(SQLiteRow(columns: columns, values: statement.row))
    }
    return rows
  }

  /// The rowid of the row that was inserted last.
  public var lastInsertRowID: Int64 { connection.lastInsertRowID }

  /// The raw `sqlite3*`, for what is not offered here.
  public var connectionHandle: OpaquePointer { connection.handle }

  private func bound(
    _ sql: String, _ values: [(any SQLiteBindable)?]
  ) throws(SQLiteError) -> Statement {
    let statement = try connection.prepareOnly(sql)
    try statement.bind(values.map { $0?.sqliteValue ?? .null })
    return statement
  }
}
