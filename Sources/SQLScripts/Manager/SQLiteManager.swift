import SQLScriptsDatabase

/// Opens an app's database, migrates it on first use, and runs its statements.
///
/// ```swift
/// try SQLiteManager.configure(.init(path: path, scripts: .directory("SQLScripts")))
/// let database = try SQLiteManager.shared
/// try database.execute("INSERT INTO user_info (name) VALUES (?)", "Ada")
/// ```
///
/// You can also create your own instance: `SQLiteManager(configuration)`. Every method may be called from any thread;
/// the calls take turns. Inside `use` and `transaction` the same thread may call the manager again.
///
/// `Documentation/Laws.md` lists what its migrations guarantee.
public final class SQLiteManager: Sendable {
  /// The database that the manager opens, and its options.
  public let configuration: Configuration

  private let session = Session()

  /// The databases of accounts, by the bytes of the account's name. As strings, two spellings of an accent would be
  /// equal.
  let accounts = Lock<[[UInt8]: SQLiteManager]>([:])

  /// Asynchronous calls wait for their turn here, not on the caller's executor.
  let line = Line(on: .managers)

  /// The open database. Only used while `lock` is held.
  private final class Session: @unchecked Sendable {
    let lock = RecursiveLock()
    var connection: Connection?
    var report: MigrationReport?
    var isOpening = false
    /// How many nested calls of `use` are running.
    var useDepth = 0
  }

  /// The account whose database this is; nil for the main database.
  private let account: String?

  /// The files of this manager and of its accounts.
  let files: AccountFiles

  /// Creates a manager for one database. Nothing is opened before its first use.
  public convenience init(_ configuration: Configuration) {
    self.init(configuration, account: nil, files: AccountFiles())
  }

  init(_ configuration: Configuration, account: String?, files: AccountFiles) {
    // An app may change its working folder later.
    var configuration = configuration
    configuration.path = DatabasePath.absolute(configuration.path)
    self.configuration = configuration
    self.account = account
    self.files = files
  }

  /// Checks that no other account has this file, if the app chooses the paths.
  func claimFile() throws(SQLiteError) {
    guard configuration.accountPath != nil, configuration.path != ":memory:" else { return }
    try files.claim(configuration.path, for: account)
  }

  // MARK: Opening and closing

  /// Opens and migrates the database, unless it is already open.
  ///
  /// You need not call it, because the first statement does. Call it if you want the report.
  ///
  /// - Throws: `MigrationFailure`. The database is then closed, and the next call retries.
  @discardableResult
  public func open() throws(MigrationFailure) -> MigrationReport {
    try open(observer: nil)
  }

  /// Opens and migrates the database, for a launch that shows its progress.
  ///
  /// Pass a new observer and a new cancellation for each retry.
  ///
  /// - Parameters:
  ///   - observer: receives the same events as the observer of the options. If the database is already open, it
  ///     receives `finished` with the report of the migration that opened it.
  ///   - cancellation: stops the migration, as the cancellation of the options does.
  /// - Throws: `MigrationFailure`. The database is then closed, and the next call retries.
  @discardableResult
  public func open(
    observer: (any MigrationObserver)?, cancellation: MigrationCancellation? = nil
  ) throws(MigrationFailure) -> MigrationReport {
    try session.lock.withLock { () throws(MigrationFailure) in
      try opened(observer, [cancellation].compactMap { $0 }).report
    }
  }

  func open(
    observer: (any MigrationObserver)?, cancellations: [MigrationCancellation],
    beginning begin: () throws -> Void
  ) throws -> MigrationReport {
    try session.lock.withLock { () throws in
      try begin()
      return try opened(observer, cancellations).report
    }
  }

  /// Closes the database. The next statement opens it and checks its version again.
  ///
  /// It waits for another thread's `use`. The databases of accounts stay open; close each of them separately.
  ///
  /// - Throws: `SQLiteError` inside `use`, a transaction or a hook of the same thread.
  public func close() throws(SQLiteError) {
    try session.lock.withLock { () throws(SQLiteError) in
      guard session.useDepth == 0, !session.isOpening else {
        throw .misuse("close() cannot be called inside `use`, a transaction or a hook")
      }
      session.connection = nil
      session.report = nil
    }
  }

  /// Whether the database is open. Waits for another thread's migration or `use`.
  public var isOpen: Bool { session.lock.withLock { session.connection != nil } }

  /// The report of the migration that opened the database; nil while it is closed. Waits for another thread's `use`.
  public var report: MigrationReport? { session.lock.withLock { session.report } }

  // MARK: Statements

  /// Runs one statement with values for its parameters.
  ///
  /// - Returns: the number of rows that an INSERT, UPDATE or DELETE changed.
  /// - Throws: `MigrationFailure` if the database cannot be opened or migrated; `SQLiteError`.
  @discardableResult
  public func execute(_ sql: String, _ values: (any SQLiteBindable)?...) throws -> Int {
    try use { try $0.execute(sql, values: values) }
  }

  /// Returns all rows of a query.
  ///
  /// - Throws: `MigrationFailure` if the database cannot be opened or migrated; `SQLiteError`.
  public func query(_ sql: String, _ values: (any SQLiteBindable)?...) throws -> [SQLiteRow] {
    try use { try $0.query(sql, values: values) }
  }

  /// Returns the first row of a query; nil if there is none.
  ///
  /// - Throws: `MigrationFailure` if the database cannot be opened or migrated; `SQLiteError`.
  public func queryFirst(_ sql: String, _ values: (any SQLiteBindable)?...) throws -> SQLiteRow? {
    try use { try $0.queryFirst(sql, values: values) }
  }

  /// Uses the database for several statements while no other thread does.
  ///
  /// End every transaction that a statement begins in the same `use`. Otherwise it is rolled back and an error is
  /// thrown. It is easier to use `transaction`.
  ///
  /// Two threads that nest the `use` of two managers in opposite order deadlock.
  ///
  /// - Throws: `MigrationFailure`, and whatever `body` throws.
  @discardableResult
  public func use<Result>(_ body: (SQLiteDatabase) throws -> Result) throws -> Result {
    try use(nil, body)
  }

  /// - Parameter isOneStatement: whether `body` stops waiting for others when its task is canceled. A body with
  ///   several statements is not abandoned between two of them.
  func use<Result>(
    _ claim: Claim?, isOneStatement: Bool = false, _ body: (SQLiteDatabase) throws -> Result
  ) throws -> Result {
    try withConnection(claim) { connection in
      try claim?.begin()
      guard let claim, isOneStatement else {
        if claim != nil { connection.givesUp = nil }
        return try body(SQLiteDatabase(connection))
      }
      do {
        return try body(SQLiteDatabase(connection))
      } catch let error as SQLiteError where error.isBusy && claim.isCancelled {
        // This was the only statement, and SQLite did not run it, so nothing has changed.
        throw CancellationError()
      }
    }
  }

  /// Runs statements in one transaction. If `body` throws, all of them are rolled back.
  ///
  /// The write lock is taken at the beginning, so the transaction cannot fail halfway because another one was faster. A
  /// nested transaction is a savepoint. BEGIN, COMMIT and ROLLBACK are refused inside.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, and whatever `body` throws.
  @discardableResult
  public func transaction<Result>(_ body: (SQLiteDatabase) throws -> Result) throws -> Result {
    try transaction(nil, body)
  }

  func transaction<Result>(
    _ claim: Claim?, _ body: (SQLiteDatabase) throws -> Result
  ) throws -> Result {
    try withConnection(claim) { connection in
      let busyTimeout = Milliseconds(configuration.options.busyTimeout)
      return try connection.transaction(busyTimeout: busyTimeout) {
        // The write lock is held, so there is nothing left to wait for.
        try claim?.begin()
        if claim != nil { connection.givesUp = nil }
      } _: {
        try body(SQLiteDatabase(connection, needsTransaction: true))
      }
    }
  }

  /// Lends the connection while no other thread has it.
  private func withConnection<Result>(
    _ claim: Claim?, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try session.lock.withLock { () throws in
      // The task was canceled while it waited for another thread, so the database is not even opened.
      if let claim, claim.isCancelled { throw CancellationError() }
      let connection = try opened().connection
      if let claim { connection.givesUp = { claim.isCancelled } }
      session.useDepth += 1
      defer {
        session.useDepth -= 1
        if claim != nil { connection.givesUp = nil }
      }
      do {
        let result = try body(connection)
        if session.useDepth == 1 { try connection.endStrayTransaction() }
        return result
      } catch {
        if session.useDepth == 1 { connection.rollBack() }
        throw error
      }
    }
  }

  /// The connection and report, opened if necessary. The lock is held.
  private func opened(
    _ observer: (any MigrationObserver)? = nil, _ cancellations: [MigrationCancellation] = []
  ) throws(MigrationFailure) -> (connection: Connection, report: MigrationReport) {
    if let connection = session.connection, let report = session.report {
      observer?.observe(.finished(report), in: configuration.path)
      return (connection, report)
    }
    guard !session.isOpening else {
      throw MigrationFailure(
        reading: .misuse("a hook must use the database passed to it, not the manager"),
        at: configuration.path)
    }
    session.isOpening = true
    defer { session.isOpening = false }
    let (connection, report) = try configuration.open(observer, cancellations) {
      () throws(SQLiteError) in try claimFile()
    }
    session.connection = connection
    session.report = report
    return (connection, report)
  }
}
