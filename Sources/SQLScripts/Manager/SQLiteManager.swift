import SQLScriptsDatabase

/// Opens an app's database, brings it up to date on first use, and serves its statements.
///
/// ```swift
/// try SQLiteManager.configure(.init(path: path, scripts: .directory("SQLScripts")))
/// let database = try SQLiteManager.shared
/// try database.execute("INSERT INTO user_info (name) VALUES (?)", "Ada")
/// ```
///
/// `Documentation/Laws.md` lists the laws that its migrations keep.
///
/// You can also create your own instance: `SQLiteManager(configuration)`. Every method may be called from
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
  let line = Line(on: .managers)

  /// What is open. Only ever used while `lock` is held.
  private final class Session: @unchecked Sendable {
    let lock = RecursiveLock()
    var connection: Connection?
    var report: MigrationReport?
    var isOpening = false
    /// How many calls of `use` are under way, one inside the other.
    var useDepth = 0
  }

  /// The account whose database this is; nil for the main database.
  private let account: String?

  /// The files of this manager and of its accounts.
  let files: AccountFiles

  /// A manager for one database. Nothing is opened before it is first used.
  public convenience init(_ configuration: Configuration) {
    self.init(configuration, account: nil, files: AccountFiles())
  }

  init(_ configuration: Configuration, account: String?, files: AccountFiles) {
    self.configuration = configuration
    self.account = account
    self.files = files
  }

  /// Makes sure that no other account has this file, where the app chooses the files.
  func claimFile() throws(SQLiteError) {
    guard configuration.accountPath != nil, configuration.path != ":memory:" else { return }
    try files.claim(configuration.path, for: account)
  }

  // MARK: Opening and closing

  /// Opens the database and brings it up to date, if that has not happened yet.
  ///
  /// There is no need to call it: the first statement does. It is for a launch that wants the report.
  ///
  /// - Throws: `MigrationFailure`. The database is closed again then, and the next call tries anew.
  @discardableResult
  public func open() throws(MigrationFailure) -> MigrationReport {
    try open(observer: nil)
  }

  /// Opens the database and brings it up to date, for a launch that shows how far it is.
  ///
  /// Each launch that is tried again brings an observer and a cancellation of its own.
  ///
  /// - Parameters:
  ///   - observer: hears what happens, as that of the options does. If the database is already open, it
  ///     hears `finished` with the report of the migration that opened it.
  ///   - cancellation: stops the migration, as that of the options does.
  /// - Throws: `MigrationFailure`. The database is closed again then, and the next call tries anew.
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

  /// Closes the database. The next statement opens it again, and looks at its version again.
  ///
  /// Another thread's `use` is waited for. The databases of accounts stay open: each is closed by itself.
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
  /// A transaction that a statement begins must be ended in the same `use`: otherwise it is rolled back, and
  /// an error says so. `transaction` needs no such care.
  ///
  /// Two threads that each use one manager inside the other's, in opposite order, wait for each other
  /// forever.
  ///
  /// - Throws: `MigrationFailure`, and whatever `body` throws.
  @discardableResult
  public func use<Result>(_ body: (SQLiteDatabase) throws -> Result) throws -> Result {
    try use(nil, body)
  }

  /// - Parameter isOneStatement: whether `body` stops waiting for others when its task is canceled. A body
  ///   that does more than one thing is not abandoned between two of them.
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
        // It was the only statement, and SQLite did not run it: nothing is changed.
        throw CancellationError()
      }
    }
  }

  /// Runs statements in one transaction: all of them or, if `body` throws, none.
  ///
  /// The write lock is taken at the beginning, so that a transaction does not fail half-way for being
  /// late. A transaction inside a transaction is a savepoint of it. BEGIN, COMMIT and ROLLBACK are refused
  /// inside.
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
      let waiting = Milliseconds(configuration.options.busyTimeout.milliseconds)
      return try connection.transaction(waiting: waiting) {
        // The write lock is there: there is nothing left to wait for.
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
      // Canceled while it waited for another thread: it does not even open the database.
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

  /// The connection and report, opened now if need be. The lock is held.
  private func opened(
    _ observer: (any MigrationObserver)? = nil, _ cancellations: [MigrationCancellation] = []
  ) throws(MigrationFailure) -> (connection: Connection, report: MigrationReport) {
    if let connection = session.connection, let report = session.report {
      observer?.observe(.finished(report), in: configuration.path)
      return (connection, report)
    }
    guard !session.isOpening else {
      throw MigrationFailure(
        reason: .database(
          .misuse("a hook must use the database passed to it, not the manager"),
          during: .opening),
        report: MigrationReport(from: nil, to: 0), database: configuration.path)
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
