import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// A scratch database in memory on which scripts are rehearsed with the same restrictions as on a user's device.
final class RehearsalDatabase {
  let connection: Connection
  let reader: SchemaReader
  let authorizer: RehearsalAuthorizer
  let executor: ScriptExecutor
  private let box: AuthorizerBox
  private let deadline: Deadline
  private let recorder: VersionRecorder
  var expansion = QueryExpansion()

  /// How the statements of an item with a false `onlyIf` are used.
  var useIfFalse = ScriptItemUse.skip

  /// Whether outcomes include the queries of `onlyIf` and `verify`.
  var observesQueries = false

  /// Whether an error would stop a migration.
  var notesFailures = true

  /// The first error that would stop a migration; nil if there is none.
  private(set) var failure: MigrationFailure.Reason?

  private let longest: Milliseconds

  private static let budgetOfProofs = Milliseconds(60_000)

  private var interruptionCount = 0
  private var cookieQuery: Statement?

  /// If every statement of a script is endless, each one gets less time.
  private var budget: Milliseconds {
    Milliseconds(max(1, longest.count >> min(interruptionCount, 16)))
  }

  /// - Parameters:
  ///   - standIns: what stands in for the functions of the app.
  ///   - store: the version store of the migration (law 4).
  convenience init(_ standIns: StandIns, store: VersionStore = .table) throws(SQLiteError) {
    let connection = try Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    try standIns.add(to: connection)
    try connection.setScratchLimits()
    self.init(connection, store: store, longest: Deadline.ofStatement)
  }

  /// Creates a copy of a database with real rows. What does not fit into memory is in a temporary file.
  convenience init(
    copying source: Connection, _ standIns: StandIns, store: VersionStore
  ) throws(SQLiteError) {
    let connection = try Connection(temporaryWithCache: MigrationRehearsal.cache)
    try standIns.add(to: connection)
    try connection.setScratchLimits(longestValue: 128 << 20)
    try connection.execute("PRAGMA temp_store = DEFAULT")
    let pages = try source.value("PRAGMA main.page_count")?.int64 ?? 0
    try connection.copyAll(of: source, busyTimeout: Milliseconds(0))
    try connection.limitPages(to: max(524_288, pages &* 8))
    self.init(connection, store: store, longest: Deadline.onRealRows)
  }

  /// Creates a copy with the same contents, in the same state between two scripts.
  convenience init(copyOf other: RehearsalDatabase, _ standIns: StandIns) throws(SQLiteError) {
    try self.init(standIns, store: other.authorizer.policy.store)
    try other.asRunner { () throws(SQLiteError) in
      try asRunner { () throws(SQLiteError) in
        try connection.copyAll(of: other.connection, busyTimeout: Milliseconds(0))
      }
    }
    executor.allowsForeignKeyChecks = other.executor.allowsForeignKeyChecks
    (observesQueries, useIfFalse) = (other.observesQueries, other.useIfFalse)
    (expansion, failure) = (other.expansion, other.failure)
    (notesFailures, interruptionCount) = (other.notesFailures, other.interruptionCount)
  }

  private init(_ connection: Connection, store: VersionStore, longest: Milliseconds) {
    self.connection = connection
    self.longest = longest
    deadline = Deadline(of: longest)
    reader = SchemaReader(connection)
    authorizer = RehearsalAuthorizer(store: store)
    executor = ScriptExecutor(connection, authorizer: authorizer.policy)
    executor.acceptsParameters = true
    executor.allowsForeignKeyChecks = false
    recorder = VersionRecorder(connection, authorizer: authorizer.policy)
    box = AuthorizerBox(authorizer)
    connection.setAuthorizer(box)
    connection.setDeadline(deadline)
  }

  deinit {
    connection.removeAuthorizer()
    connection.setDeadline(nil)
  }

  /// Starts a run that is rolled back, with all statements of all items.
  func beginTrial() {
    (useIfFalse, observesQueries, notesFailures) = (.run, false, false)
    executor.allowsForeignKeyChecks = false
  }

  func endTrial() {
    (useIfFalse, observesQueries, notesFailures) = (.runAndRollBack, true, true)
    executor.allowsForeignKeyChecks = true
  }

  /// Starts a script, in a transaction unless the script turns it off.
  func begin(_ script: Script, inTransaction: Bool? = nil) {
    allowTime()
    if inTransaction ?? script.isTransactional { attempt("BEGIN") }
    do throws(SQLiteError) {
      try executor.begin(script)
    } catch {
      note(.database(error, during: .starting(script: script.file.name)))
    }
  }

  /// Runs all statements of a script.
  ///
  /// - Parameter body: receives each outcome; false stops the script.
  func run(_ script: Script, _ body: (RehearsedOutcome) -> Bool) {
    withoutActuallyEscaping(body) { body in
      let watcher = StatementWatcher(self, script, records: true, body)
      try? executor.runItems(of: script, for: watcher)
    }
  }

  /// Runs one statement, which was rehearsed before.
  func run(_ statement: RehearsedStatement, records: Bool) -> RehearsedOutcome? {
    var outcome: RehearsedOutcome?
    let watcher = StatementWatcher(self, statement.script, records: records) {
      outcome = $0
      return false
    }
    watcher.begin(statement.item)
    let end = max(statement.range.upperBound, statement.item.text.upperBound)
    executor.watch()
    try? executor.runStatements(
      in: statement.range.lowerBound..<end, of: statement.item, in: statement.script, for: watcher)
    return outcome
  }

  /// Runs one statement and rolls it back.
  func tryOut(_ statement: RehearsedStatement) -> RehearsedOutcome? {
    guard attempt("SAVEPOINT sqlscripts_item") else { return nil }
    defer {
      attempt("ROLLBACK TO sqlscripts_item")
      attempt("RELEASE sqlscripts_item")
    }
    return run(statement, records: false)
  }

  /// Runs an `onlyIf` query.
  func ask(
    _ condition: Range<Int>, of item: ScriptItem, in script: Script
  ) -> (isTrue: Bool, error: SQLiteError?) {
    var isTrue = false
    let watcher = watching(script) { watcher throws(StepInterruption) in
      isTrue = try executor.isTrue(condition, item: item, of: script, for: watcher)
    }
    return (isTrue, watcher.queryError)
  }

  /// Runs a `verify` query. It may return rows.
  ///
  /// - Returns: whether it returned some, and SQLite's error, if it failed.
  func verify(_ item: ScriptItem, of script: Script) -> (findsRows: Bool, error: SQLiteError?) {
    let watcher = watching(script) { watcher throws(StepInterruption) in
      try executor.verify(item, of: script, for: watcher)
    }
    return (!watcher.foundRows.isEmpty, watcher.queryError)
  }

  private func watching(
    _ script: Script, _ query: (StatementWatcher) throws(StepInterruption) -> Void
  ) -> StatementWatcher {
    let watcher = StatementWatcher(self, script, records: false) { _ in true }
    executor.watch()
    try? query(watcher)
    return watcher
  }

  /// Runs the `require` queries of a script.
  ///
  /// - Parameter body: receives the outcome of each query if they are observed.
  func require(_ script: Script, _ body: (RehearsedOutcome) -> Void) {
    watching(script, body) { watcher throws(StepInterruption) in
      try executor.require(script, for: watcher)
    }
  }

  /// The offsets of the `require` queries that keep the script from running.
  func unmetRequirements(of script: Script) -> Set<Int> {
    watching(script) { watcher throws(StepInterruption) in
      try executor.require(script, for: watcher)
    }.foundRows
  }

  /// Runs the `verify` queries of a script.
  ///
  /// - Parameter body: receives the outcome of each query if they are observed.
  func verify(_ script: Script, _ body: (RehearsedOutcome) -> Void) {
    watching(script, body) { watcher throws(StepInterruption) in
      try executor.verify(script, for: watcher)
    }
  }

  private func watching(
    _ script: Script, _ body: (RehearsedOutcome) -> Void,
    _ queries: (StatementWatcher) throws(StepInterruption) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      let watcher = StatementWatcher(self, script, records: observesQueries) {
        body($0)
        return true
      }
      try? queries(watcher)
    }
  }

  /// Runs the other checks that a migration runs before it commits a script.
  ///
  /// - Returns: false if the script has to run again from its start (law 31).
  func prove(_ script: Script) -> Bool {
    do throws(StepInterruption) {
      deadline.extend(by: Self.budgetOfProofs)
      try executor.prove(script)
    } catch {
      guard case .failure(let reason) = error else { return false }
      note(reason)
    }
    return !executor.wantsRepetition
  }

  /// Ends a script and restores the settings that it changed. The version is recorded with the statements, because
  /// some scripts of classic bundles read or write it (laws 1 to 3).
  func end(_ script: Script, commits: Bool) {
    asRunner {
      executor.end()
      authorizer.policy.dropTemporaryObjects(connection)
    }
    if commits { record(script) }
    if !connection.isInAutocommit { attempt(commits ? "COMMIT" : "ROLLBACK") }
  }

  private func record(_ script: Script) {
    do throws(SQLiteError) {
      try asRunner { () throws(SQLiteError) in
        try recorder.record(script, count: executor.count)
      }
    } catch {
      note(.database(error, during: .recording(version: script.version)))
    }
  }

  /// Records an error that would stop a migration.
  func note(_ reason: MigrationFailure.Reason) {
    if notesFailures { failure = failure ?? reason }
  }

  func note(_ reason: StatementFailure.Reason, at place: StatementPlace, in script: Script) {
    note(StatementError(reason, .misuse("\(reason)")), at: place, in: script)
  }

  func note(_ error: StatementError, at place: StatementPlace, in script: Script) {
    if failure == nil { note(executor.reason(for: error, at: place, in: script)) }
  }

  /// The schema cookie. It is read before and after each statement, so its query is compiled only once.
  func schemaCookie() throws(SQLiteError) -> Int64? {
    try executor.asRunner { () throws(SQLiteError) in
      let query: Statement
      if let cookieQuery {
        query = cookieQuery
      } else {
        query = try connection.prepare("PRAGMA schema_version")
        cookieQuery = query
      }
      defer { query.reset() }
      return try query.step() ? query.value(0).int64 : nil
    }
  }

  /// The size of the database.
  var byteCount: Int64 {
    let sizes = ["page_count", "page_size"].map { name in
      asRunner { (try? connection.value("PRAGMA main.\(name)"))?.int64 ?? 0 }
    }
    return sizes[0] &* sizes[1]
  }

  /// Starts the time limit of the next statement.
  ///
  /// - Parameter length: its length, if it is compiled first.
  func extendDeadline(compiling length: Int = 0) {
    deadline.extend(by: budget, compiling: length)
  }

  /// Records that a statement was interrupted.
  func noteInterruption() { interruptionCount += 1 }

  /// Runs internal SQL without the watcher.
  func asRunner<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    deadline.extend(by: longest)
    return try executor.asRunner(body)
  }

  /// Runs internal SQL that may fail; false if it does.
  @discardableResult
  func attempt(_ sql: String) -> Bool {
    allowTime()
    return asRunner { (try? connection.execute(sql)) != nil }
  }

  /// Restarts the time limit of one statement.
  func allowTime() {
    deadline.extend(by: longest)
  }
}
