import CSQLScriptsLibrary
import SQLScriptsSQL

/// One connection to a database, opened here or borrowed from the caller (law 26).
///
/// It is not thread-safe. Its owner ensures that one thread uses it at a time.
package final class Connection {
  package let handle: OpaquePointer
  package let isBorrowed: Bool

  /// Whether the app may have changed its settings: because it opened the connection, or because it prepared it.
  package var isConfiguredByApp: Bool

  /// Whether the app has got the raw connection, and may have given it an update hook.
  package internal(set) var isExposed = false

  /// How long it waits for a lock where SQLite itself does not. On a borrowed connection, SQLite waits as its owner has
  /// configured.
  package var busyTimeout = Milliseconds(0)

  /// The start of the current wait.
  var waitingSince: UInt64 = 0

  /// Called while it waits for a lock; return true to stop waiting. Nil for never.
  package var givesUp: (() -> Bool)?

  /// Says which limit stopped a statement; nil if none did. Only that SQLite was interrupted says nothing.
  package var exceededLimit: ((SQLiteResultCode) -> StatementLimit?)?

  /// The bytes that the database may have; nil if only SQLite limits it.
  package var largestDatabase: Int64?

  /// An object that SQLite's callbacks use, kept as long as the connection.
  package var context: AnyObject?

  /// What `watch` notes.
  var writtenRows: WrittenRows?

  /// The number of nested transactions of the app.
  package internal(set) var transactionDepth = 0

  /// How to open a database file.
  package enum Mode: Sendable {
    /// Creates the file if it does not exist.
    case create
    /// Fails if the file does not exist. Falls back to read-only if the file cannot be written.
    case readWrite
    case readOnly
    /// As `create`, for an in-memory database whose raw connection is not exposed, so SQLite need not lock it.
    case scratch
  }

  /// Uses a connection that the caller has opened and will close.
  package init(borrowing handle: OpaquePointer) {
    sqlscripts_hold_library()
    self.handle = handle
    isBorrowed = true
    isConfiguredByApp = true
  }

  /// Opens a database file, or a private in-memory database for ":memory:".
  ///
  /// - Parameter isShared: whether an app can get the raw connection, and use it from its own threads. Then SQLite locks
  ///   it in each call. <https://www.sqlite.org/threadsafe.html>
  /// - Throws: an error that says what is wrong with the path, where SQLite would only say “unable to open database
  ///   file”.
  package convenience init(
    path: String, mode: Mode, busyTimeout: Milliseconds, isShared: Bool = true
  ) throws(SQLiteError) {
    try self.init(
      opening: try DatabasePath.checked(path, mode: mode), mode: mode, busyTimeout: busyTimeout,
      isShared: isShared)
  }

  /// Opens any name that SQLite accepts.
  ///
  /// - Parameter vfs: the name of the VFS; nil for the system's own.
  package init(
    opening file: String, mode: Mode, busyTimeout: Milliseconds, vfs: String? = nil,
    isShared: Bool = true
  ) throws(SQLiteError) {
    var flags = mode == .scratch || !isShared ? SQLITE_OPEN_NOMUTEX : SQLITE_OPEN_FULLMUTEX
    switch mode {
    case .create, .scratch: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    }
    sqlscripts_hold_library()
    var opened: OpaquePointer?
    let result = sqlite.pointee.open_v2(file.systemPath, &opened, flags, vfs)
    guard result == SQLITE_OK, let opened else {
      var error = SQLiteError(opened)
      // SQLite only says “unable to open database file”, whatever the system's error is.
      if error.code.primary == .cannotOpen, let opened {
        error.message =
          DatabasePath.words(
            forSystemError: sqlite.pointee.system_errno(opened), path: file) ?? error.message
      }
      _ = sqlite.pointee.close_v2(opened)
      throw error
    }
    handle = opened
    isBorrowed = false
    isConfiguredByApp = false
    self.busyTimeout = busyTimeout
    waitForOthers()
  }

  deinit {
    // An app may still hold a statement, which keeps the connection but not this object.
    if !isBorrowed { _ = sqlite.pointee.busy_handler(handle, nil, nil) }
    // _v2, because a remaining statement keeps the connection until it is finalized.
    if !isBorrowed { _ = sqlite.pointee.close_v2(handle) }
  }

  /// Whether no transaction is open. SQLite may end one by itself (law 15).
  package var isInAutocommit: Bool { sqlite.pointee.get_autocommit(handle) != 0 }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { Int(sqlite.pointee.changes(handle)) }

  /// The number of rows changed since the connection was opened, including those changed by triggers.
  package var totalChanges: Int { Int(sqlite.pointee.total_changes(handle)) }

  /// The rowid of the last row inserted.
  package var lastInsertRowID: Int64 { sqlite.pointee.last_insert_rowid(handle) }

  /// Sets what `last_insert_rowid()` returns until the next row is inserted.
  package func setLastInsertRowID(_ rowID: Int64) {
    sqlite.pointee.set_last_insert_rowid(handle, rowID)
  }

  /// Whether the database is UTF-8. A UTF-16 database reads a bound blob that is cast to text as UTF-8, and a literal
  /// one as UTF-16.
  package var isUTF8: Bool { (try? value("PRAGMA encoding")) == .text("UTF-8") }

  /// How many bytes of SQL a statement may have.
  package var maximumStatementLength: Int {
    Int(sqlite.pointee.limit(handle, SQLITE_LIMIT_SQL_LENGTH, -1))
  }

  /// How many bytes a value or a row may have.
  package var maximumLength: Int { Int(sqlite.pointee.limit(handle, SQLITE_LIMIT_LENGTH, -1)) }

  /// Whether the file can only be read.
  package var isReadOnly: Bool { sqlite.pointee.db_readonly(handle, "main") == 1 }

  /// The path of the main database as SQLite opened it; nil for an in-memory database.
  package var fileName: String? {
    guard let name = sqlite.pointee.db_filename(handle, "main") else { return nil }
    let path = String(systemName: name)
    return path.isEmpty ? nil : path
  }

  /// Whether the file has been moved, deleted or replaced since it was opened. Later commits would not be at the path.
  /// SQLite itself only checks this when it begins a rollback journal.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    let result = sqlite.pointee.file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return result == SQLITE_OK && moved != 0
  }

  /// The offset of the last error in the SQL; nil if SQLite does not know.
  var errorOffset: Int? {
    let offset = sqlite.pointee.error_offset(handle)
    return offset < 0 ? nil : Int(offset)
  }

  /// Whether a database of the connection, the main one by default, has a table or view of this name.
  package func hasTable(_ name: String, in schema: String = "main") -> Bool {
    sqlite.pointee.table_column_metadata(handle, schema, name, nil, nil, nil, nil, nil, nil)
      == SQLITE_OK
  }

  /// Whether an unfinished statement holds a lock.
  package var isReading: Bool { sqlite.pointee.txn_state(handle, nil) != SQLITE_TXN_NONE }

  /// The SQL of a statement that was started and neither finished nor reset; nil if there is none.
  package var runningStatement: String? {
    var statement = sqlite.pointee.next_stmt(handle, nil)
    while let found = statement {
      if sqlite.pointee.stmt_busy(found) != 0 {
        return sqlite.pointee.sql(found).map { String(cString: $0) } ?? ""
      }
      statement = sqlite.pointee.next_stmt(handle, found)
    }
    return nil
  }

  /// The collation of a column of the main database.
  package func collation(of column: String, in table: String) -> String {
    var collation: UnsafePointer<CChar>?
    _ = sqlite.pointee.table_column_metadata(
      handle, "main", table, column, nil, &collation, nil, nil, nil)
    return collation.map { String(cString: $0) } ?? "BINARY"
  }
}

extension Connection {
  /// The error of the statement that was prepared or stepped last.
  func error(sql: @autoclosure () -> String = "") -> SQLiteError {
    var error = SQLiteError(handle, sql: sql(), offset: errorOffset)
    error.limit = exceededLimit?(error.code)
    error.message = error.limit?.message ?? error.message
    return error
  }

  /// Prepares one statement of the library.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Self.checkNUL(sql)
    var prepared: OpaquePointer?
    let result = waitingForSharedCache {
      sqlite.pointee.prepare_v2(handle, sql, -1, &prepared, nil)
    }
    guard result == SQLITE_OK else {
      throw error(sql: sql)
    }
    guard let prepared else { throw .misuse("the statement is empty", sql: sql) }
    return Statement(prepared, of: self)
  }

  /// Prepares the first statement of a text that ends with NUL.
  ///
  /// Given a length instead of a NUL, SQLite would copy all of the text for each statement.
  ///
  /// An error has no SQL, because the rest of the text may be long and the caller knows what to show.
  ///
  /// - Parameter end: set to the end of the statement. Unchanged by an error.
  /// - Returns: nil if there are only whitespace and comments before `end`.
  package func prepare(
    at start: UnsafePointer<CChar>, end: inout UnsafePointer<CChar>
  ) throws(SQLiteError) -> Statement? {
    var prepared: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let result = waitingForSharedCache {
      sqlite.pointee.prepare_v2(handle, start, -1, &prepared, &tail)
    }
    guard result == SQLITE_OK else {
      throw error()
    }
    if let tail { end = tail }
    return prepared.map { Statement($0, of: self) }
  }

  /// Prepares the only statement of a text from an app. SQLite would silently ignore a second one.
  package func prepareOnly(_ sql: String) throws(SQLiteError) -> Statement {
    try Self.checkNUL(sql)
    let result = sql.withCString { start -> Result<Statement, SQLiteError> in
      var end = start
      do throws(SQLiteError) {
        guard let statement = try prepare(at: start, end: &end) else {
          return .failure(.misuse("the statement is empty", sql: sql))
        }
        // Whitespace and comments compile to nothing.
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

  /// SQLite ends the text at a NUL, and would run `DELETE FROM t` without its `WHERE`.
  private static func checkNUL(_ sql: String) throws(SQLiteError) {
    guard !sql.hasNUL else {
      throw .misuse(
        "the statement contains a NUL character, and SQLite would ignore the rest", sql: sql)
    }
  }

  /// Whether a statement begins or ends a transaction. The compiled statement tells, so comments and other spellings
  /// (`END TRANSACTION`) do not matter. Savepoints do not count.
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

  /// Runs one statement of the library.
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
