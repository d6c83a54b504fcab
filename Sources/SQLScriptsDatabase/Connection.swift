import CSQLScriptsSQLite

/// One connection to a database: opened here, or lent by the caller (law 26).
///
/// It is not thread-safe by itself: whoever owns it sees to it that one thread uses it at a time.
package final class Connection {
  package let handle: OpaquePointer
  package let isBorrowed: Bool

  /// How long it waits for others. SQLite itself does the waiting of a borrowed connection, as its owner has
  /// set it up; this is for what SQLite does not wait for.
  package var patience = Milliseconds(0)

  /// When the wait that is under way began.
  var waitingSince: UInt64 = 0

  /// Asked while it waits for others whether to wait no longer; nil for never.
  package var givesUp: (() -> Bool)?

  /// How many transactions of the app are under way, one inside the other, in which statements may run.
  package internal(set) var transactionDepth = 0

  /// How to open a database file.
  package enum Mode: Sendable {
    /// Makes the file if there is none.
    case create
    /// Fails if there is no file. Falls back to read-only where the file cannot be written.
    case readWrite
    case readOnly
    /// As `create`, for a database in memory of which nobody else gets the raw connection: SQLite need not
    /// lock it.
    case scratch
  }

  /// Uses a connection that somebody else has opened and will close.
  package init(borrowing handle: OpaquePointer) {
    self.handle = handle
    isBorrowed = true
  }

  /// Opens a database file, or a private database in memory for ":memory:".
  ///
  /// - Throws: an error whose message says what stands in the way, before SQLite is asked where its
  ///   own words ("unable to open database file") would not.
  package convenience init(
    path: String, mode: Mode, busyTimeout: Milliseconds
  ) throws(SQLiteError) {
    try self.init(
      opening: try DatabasePath.checked(path, mode: mode), mode: mode, busyTimeout: busyTimeout)
  }

  /// Opens what SQLite takes for a name.
  ///
  /// - Parameter vfs: the name of the VFS; nil for the system's own.
  package init(
    opening file: String, mode: Mode, busyTimeout: Milliseconds, vfs: String? = nil
  ) throws(SQLiteError) {
    // Serialized: an app may use the raw connection from threads of its own.
    var flags = mode == .scratch ? SQLITE_OPEN_NOMUTEX : SQLITE_OPEN_FULLMUTEX
    switch mode {
    case .create, .scratch: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    }
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(file.systemPath, &opened, flags, vfs)
    guard result == SQLITE_OK, let opened else {
      var error = SQLiteError(opened)
      // SQLite's own words are "unable to open database file", whatever the system said.
      if error.code.primary == .cannotOpen, let opened {
        error.message =
          DatabasePath.words(
            forSystemError: sqlite3_system_errno(opened), path: file) ?? error.message
      }
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    isBorrowed = false
    patience = busyTimeout
    waitForOthers()
  }

  deinit {
    // An app may have kept a statement of its own, and with it the connection but not this.
    if !isBorrowed { sqlite3_busy_handler(handle, nil, nil) }
    // _v2: a statement that is still alive keeps the connection until it goes.
    if !isBorrowed { sqlite3_close_v2(handle) }
  }

  /// Whether no transaction is open: SQLite may end one by itself (law 15).
  package var isInAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// The rows that the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { Int(sqlite3_changes(handle)) }

  /// The rows changed since the connection was opened, by triggers too.
  package var totalChanges: Int { Int(sqlite3_total_changes(handle)) }

  /// The rowid of the last row inserted.
  package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Sets what `last_insert_rowid()` returns until the next row is inserted.
  package func setLastInsertRowID(_ rowID: Int64) { sqlite3_set_last_insert_rowid(handle, rowID) }

  /// Whether its texts are UTF-8. One of UTF-16 takes a bound blob that is cast to text for UTF-8, and a
  /// literal one for UTF-16.
  package var isUTF8: Bool { (try? value("PRAGMA encoding")) == .text("UTF-8") }

  /// How many bytes of SQL a statement may have.
  package var maximumStatementLength: Int {
    Int(sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, -1))
  }

  /// Whether the file can only be read.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// The file of the main database as SQLite opened it; nil for one in memory.
  package var fileName: String? {
    guard let name = sqlite3_db_filename(handle, "main") else { return nil }
    let path = String(systemName: name)
    return path.isEmpty ? nil : path
  }

  /// Whether its file has been moved, deleted or replaced since it was opened. What is committed then, nobody finds at
  /// the path; SQLite itself looks only where it begins a rollback journal.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return result == SQLITE_OK && moved != 0
  }

  /// Where in the SQL the last error was; nil if SQLite does not know.
  var errorOffset: Int? {
    let offset = sqlite3_error_offset(handle)
    return offset < 0 ? nil : Int(offset)
  }

  /// Whether a database of the connection, the main one by default, has a table or view of this name.
  package func hasTable(_ name: String, in schema: String = "main") -> Bool {
    sqlite3_table_column_metadata(handle, schema, name, nil, nil, nil, nil, nil, nil) == SQLITE_OK
  }

  /// Whether a statement that has not been finished holds a lock of a database.
  package var isReading: Bool { sqlite3_txn_state(handle, nil) != SQLITE_TXN_NONE }

  /// The SQL of a statement that has been started and neither finished nor reset; nil if there is none.
  package var runningStatement: String? {
    var statement = sqlite3_next_stmt(handle, nil)
    while let found = statement {
      if sqlite3_stmt_busy(found) != 0 {
        return sqlite3_sql(found).map { String(cString: $0) } ?? ""
      }
      statement = sqlite3_next_stmt(handle, found)
    }
    return nil
  }

  /// The collation that a column of the main database compares with.
  package func collation(of column: String, in table: String) -> String {
    var collation: UnsafePointer<CChar>?
    sqlite3_table_column_metadata(
      handle, "main", table, column, nil, &collation, nil, nil, nil)
    return collation.map { String(cString: $0) } ?? "BINARY"
  }
}

extension Connection {
  /// Prepares one statement of our own.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Self.checkNUL(sql)
    var prepared: OpaquePointer?
    let result = waitingForSharedCache {
      sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    }
    guard result == SQLITE_OK else {
      throw SQLiteError(handle, sql: sql, offset: errorOffset)
    }
    guard let prepared else { throw .misuse("the statement is empty", sql: sql) }
    return Statement(prepared, of: self)
  }

  /// Prepares the first statement of a text that ends with NUL.
  ///
  /// Given a length instead of a NUL, SQLite would copy all of the text for each statement.
  ///
  /// An error has no SQL: the rest of the text may be long, and the caller knows what it wants to show.
  ///
  /// - Parameter end: where the statement ended and the next begins. Unchanged by an error.
  /// - Returns: nil if there are only blanks and comments before `end`.
  package func prepare(
    at start: UnsafePointer<CChar>, end: inout UnsafePointer<CChar>
  ) throws(SQLiteError) -> Statement? {
    var prepared: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let result = waitingForSharedCache {
      sqlite3_prepare_v2(handle, start, -1, &prepared, &tail)
    }
    guard result == SQLITE_OK else {
      throw SQLiteError(handle, offset: errorOffset)
    }
    if let tail { end = tail }
    return prepared.map { Statement($0, of: self) }
  }

  /// Prepares the one statement of a text from an app. SQLite would ignore a second one silently.
  package func prepareOnly(_ sql: String) throws(SQLiteError) -> Statement {
    try Self.checkNUL(sql)
    let result = sql.withCString { start -> Result<Statement, SQLiteError> in
      var end = start
      do throws(SQLiteError) {
        guard let statement = try prepare(at: start, end: &end) else {
          return .failure(.misuse("the statement is empty", sql: sql))
        }
        // Blanks and comments compile to nothing.
        guard end.pointee == 0 || compilesToNothing(end) else {
          return .failure(.misuse("the text contains more than one statement", sql: sql))
        }
        return .success(statement)
      } catch {
        var error = error
        error.sql = sql
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// SQLite takes a NUL for the end of the text, and would run `DELETE FROM t` without its `WHERE`.
  private static func checkNUL(_ sql: String) throws(SQLiteError) {
    guard !sql.utf8.contains(0) else {
      throw .misuse(
        "the statement contains a NUL character, and SQLite would ignore the rest", sql: sql)
    }
  }

  /// Whether a statement begins or ends a transaction. What SQLite compiles it to says so: comments and
  /// other spellings (`END TRANSACTION`) do not matter. A savepoint is no such thing.
  package func controlsTransaction(_ statement: Statement) throws(SQLiteError) -> Bool {
    // Hardly any other statement changes nothing and returns nothing.
    guard statement.isReadOnly, statement.columnCount == 0 else { return false }
    return try rows("EXPLAIN " + statement.sql).contains { $0.contains(.text("AutoCommit")) }
  }

  private func compilesToNothing(_ text: UnsafePointer<CChar>) -> Bool {
    var end = text
    do throws(SQLiteError) {
      return try prepare(at: text, end: &end) == nil
    } catch {
      return false
    }
  }

  /// Runs one statement of our own.
  package func execute(_ sql: String) throws(SQLiteError) {
    try prepare(sql).execute()
  }

  /// The first value of the first row; nil if there is no row.
  package func value(_ sql: String) throws(SQLiteError) -> SQLiteValue? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.value(0) : nil
  }

  /// All rows.
  package func rows(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> [[SQLiteValue]]
  {
    let statement = try prepare(sql)
    try statement.bind(values)
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.row) }
    return rows
  }
}
