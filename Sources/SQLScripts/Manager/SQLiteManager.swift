import Dispatch
import SQLScriptsDatabase

/// Opens an app's database, brings it up to date on first use, and serves its statements.
///
/// ```swift
/// try SQLiteManager.configure(.init(path: path, scripts: .directory("SQLScripts")))
/// let database = try SQLiteManager.shared
/// try database.execute("INSERT INTO user_info (name) VALUES (?)", "Ada")
/// ```
///
/// An instance of one's own is as easy: `SQLiteManager(configuration)`. Every method may be called from
/// any thread; the calls take turns. Inside `use` and `transaction` the same thread may call the manager
/// again.
public final class SQLiteManager: Sendable {
  /// What the manager opens, and how.
  public let configuration: Configuration

  private let session = Session()

  /// The databases of accounts, by the bytes of the account's name: as strings, two spellings of an accent
  /// would be one account.
  let accounts = Lock<[[UInt8]: SQLiteManager]>([:])

  /// Asynchronous calls wait for their turn here, not on the caller's executor.
  let queue = DispatchQueue(label: "SQLScripts.SQLiteManager")

  /// What is open. Only ever used while `lock` is held.
  private final class Session: @unchecked Sendable {
    let lock = RecursiveLock()
    var connection: Connection?
    var report: MigrationReport?
    var isOpening = false
    /// How many calls of `use` are under way, one inside the other.
    var useDepth = 0
    var transactionDepth = 0
  }

  /// A manager for one database. Nothing is opened before it is first used.
  public init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  // MARK: Opening and closing

  /// Opens the database and brings it up to date, if that has not happened yet.
  ///
  /// There is no need to call it: the first statement does. It is for a launch that wants the report.
  ///
  /// - Throws: `MigrationFailure`. The database is closed again then, and the next call tries anew.
  @discardableResult
  public func open() throws(MigrationFailure) -> MigrationReport {
    try open(nil)
  }

  func open(_ cancellation: MigrationCancellation?) throws(MigrationFailure) -> MigrationReport {
    try session.lock.withLock { () throws(MigrationFailure) in try opened(cancellation).report }
  }

  /// Closes the database. The next statement opens it again, and looks at its version again.
  ///
  /// Another thread's `use` is waited for. The databases of accounts stay open: each is closed by itself.
  ///
  /// - Throws: `SQLiteError` inside `use`, a transaction or a hook of the same thread.
  public func close() throws(SQLiteError) {
    try session.lock.withLock { () throws(SQLiteError) in
      guard session.useDepth == 0, !session.isOpening else {
        throw .misuse("the database cannot be closed inside `use`, a transaction or a hook")
      }
      session.connection = nil
      session.report = nil
    }
  }

  /// Whether the database is open. Waits for another thread's migration or `use`.
  public var isOpen: Bool { session.lock.withLock { session.connection != nil } }

  /// What the migration did when the database was opened; nil while it is closed. Waits for
  /// another thread's `use`.
  public var report: MigrationReport? { session.lock.withLock { session.report } }

  // MARK: Statements

  /// Runs one statement with values for its parameters.
  ///
  /// - Returns: the rows that an INSERT, UPDATE or DELETE changed.
  /// - Throws: `MigrationFailure` if the database cannot be opened or brought up to date; `SQLiteError`.
  @discardableResult
  public func execute(_ sql: String, _ values: (any SQLiteBindable)?...) throws -> Int {
    try use { try $0.execute(sql, values: values) }
  }

  /// All rows that a query returns.
  ///
  /// - Throws: `MigrationFailure` if the database cannot be opened or brought up to date; `SQLiteError`.
  public func query(_ sql: String, _ values: (any SQLiteBindable)?...) throws -> [SQLiteRow] {
    try use { try $0.query(sql, values: values) }
  }

  /// The first row that a query returns; nil if it returns none.
  ///
  /// - Throws: `MigrationFailure` if the database cannot be opened or brought up to date; `SQLiteError`.
  public func queryFirst(_ sql: String, _ values: (any SQLiteBindable)?...) throws -> SQLiteRow? {
    try use { try $0.queryFirst(sql, values: values) }
  }

  /// Uses the database for several statements while no other thread does.
  ///
  /// Two threads that each use one manager inside the other's, in opposite order, wait for each other
  /// forever.
  ///
  /// - Throws: `MigrationFailure`, and whatever `body` throws.
  @discardableResult
  public func use<Result>(_ body: (SQLiteDatabase) throws -> Result) throws -> Result {
    try session.lock.withLock { () throws in
      let connection = try opened().connection
      session.useDepth += 1
      defer { session.useDepth -= 1 }
      return try body(
        SQLiteDatabase(connection, needsTransaction: session.transactionDepth > 0))
    }
  }

  /// Runs statements in one transaction: all of them or, if `body` throws, none.
  ///
  /// The write lock is taken at the beginning, so that a transaction does not fail half-way for being
  /// late. A transaction inside a transaction is a savepoint of it.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, and whatever `body` throws.
  @discardableResult
  public func transaction<Result>(_ body: (SQLiteDatabase) throws -> Result) throws -> Result {
    try use { database in
      let connection = database.connection
      let outer = session.transactionDepth
      guard outer == 0 || !connection.isInAutocommit else {
        throw SQLiteError.misuse("the transaction was ended by a statement in it")
      }
      // An app may also have said BEGIN itself.
      let depth = max(outer + 1, connection.isInAutocommit ? 1 : 2)
      session.transactionDepth = depth
      defer { session.transactionDepth = outer }
      let waiting = Milliseconds(configuration.options.busyTimeout.milliseconds)
      return try connection.transaction(depth: depth, waiting: waiting) {
        try body(SQLiteDatabase(connection, needsTransaction: true))
      }
    }
  }

  /// The connection and report, opened now if need be. The lock is held.
  private func opened(
    _ cancellation: MigrationCancellation? = nil
  ) throws(MigrationFailure) -> (connection: Connection, report: MigrationReport) {
    if let connection = session.connection, let report = session.report {
      return (connection, report)
    }
    guard !session.isOpening else {
      throw MigrationFailure(
        reason: .database(
          .misuse("a hook must use the database that it is given, not the manager"),
          during: .opening),
        report: MigrationReport(from: nil, to: 0), database: configuration.path)
    }
    session.isOpening = true
    defer { session.isOpening = false }
    let (connection, report) = try configuration.open(cancellation)
    session.connection = connection
    session.report = report
    return (connection, report)
  }
}
