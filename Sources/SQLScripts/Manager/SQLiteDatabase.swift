import SQLScriptsDatabase

/// An open database inside a hook, `use` or a transaction. Runs statements with bound values.
///
/// It is valid only inside the closure that receives it.
public struct SQLiteDatabase {
  package let connection: Connection

  /// Whether it belongs to a transaction, so that nothing may run after the transaction has ended.
  private let needsTransaction: Bool

  private var isInTransaction: Bool { needsTransaction || connection.transactionDepth > 0 }

  /// The database as the app named it, if the connection may be to a copy of it.
  private let name: String?

  package init(_ connection: Connection, path: String? = nil, needsTransaction: Bool = false) {
    self.connection = connection
    name = path
    self.needsTransaction = needsTransaction
  }

  /// Runs one statement with values for its parameters.
  ///
  /// - Returns: the number of rows that an INSERT, UPDATE or DELETE changed.
  /// - Throws: `SQLiteError`, also if the number of values is not the number of parameters, if text follows the
  ///   statement, if it contains a NUL character, and for BEGIN, COMMIT and ROLLBACK inside `transaction`.
  @discardableResult
  public func execute(_ sql: String, _ values: (any SQLiteBindable)?...) throws(SQLiteError) -> Int
  {
    try execute(sql, values: values)
  }

  /// Runs one statement with values for its parameters, given as an array.
  ///
  /// - Throws: `SQLiteError`, as `execute(_:_:)`.
  @discardableResult
  public func execute(_ sql: String, values: [(any SQLiteBindable)?]) throws(SQLiteError) -> Int {
    let before = connection.totalChanges
    let statement = try bound(sql, values)
    try statement.execute()
    return connection.totalChanges == before ? 0 : connection.changes
  }

  /// Returns all rows of a query.
  ///
  /// - Throws: `SQLiteError`, as `execute(_:_:)`.
  public func query(
    _ sql: String, _ values: (any SQLiteBindable)?...
  ) throws(SQLiteError) -> [SQLiteRow] {
    try query(sql, values: values)
  }

  /// Returns all rows of a query, with the values given as an array.
  ///
  /// - Throws: `SQLiteError`, as `execute(_:_:)`.
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

  /// Returns the first row of a query; nil if there is none. SQLite does not compute the rows after it.
  ///
  /// - Throws: `SQLiteError`, as `execute(_:_:)`.
  public func queryFirst(
    _ sql: String, _ values: (any SQLiteBindable)?...
  ) throws(SQLiteError) -> SQLiteRow? {
    try queryFirst(sql, values: values)
  }

  /// Returns the first row of a query, with the values given as an array; nil if there is none.
  ///
  /// - Throws: `SQLiteError`, as `execute(_:_:)`.
  public func queryFirst(
    _ sql: String, values: [(any SQLiteBindable)?]
  ) throws(SQLiteError) -> SQLiteRow? {
    let statement = try bound(sql, values)
    guard try statement.step() else { return nil }
    return SQLiteRow(columns: statement.columnNames, values: statement.exactRow)
  }

  /// The path of the database; nil for a database in memory.
  ///
  /// In `MigrationOptions.prepareConnection` it is the path as the app gave it, even if the connection is to a backup of
  /// that database. Elsewhere it is the absolute path of the file.
  public var path: String? { name ?? connection.fileName }

  /// The rowid of the row that was inserted last.
  public var lastInsertRowID: Int64 { connection.lastInsertRowID }

  /// The raw `sqlite3*`, for functions that are not offered here. Do not close it, and do not use it after the closure.
  ///
  /// Its update hook is yours. Therefore, from now on, a migration of a large database no longer notes which rows it
  /// writes, and the check of foreign keys (law 17) reads whole tables.
  public var connectionHandle: OpaquePointer { connection.expose() }

  private func bound(
    _ sql: String, _ values: [(any SQLiteBindable)?]
  ) throws(SQLiteError) -> Statement {
    // `ON CONFLICT ROLLBACK`, or a COMMIT among the statements, ends a transaction (law 15). Later statements would
    // commit by themselves and stay even if the transaction fails.
    guard !isInTransaction || !connection.isInAutocommit else { throw .transactionEnded(sql: sql) }
    let statement = try connection.prepareOnly(sql)
    if isInTransaction, try connection.controlsTransaction(statement) {
      throw .misuse(
        "a statement cannot begin or end the transaction: it ends with its closure",
        sql: sql)
    }
    try statement.bind(try values.sqliteValues())
    return statement
  }
}
