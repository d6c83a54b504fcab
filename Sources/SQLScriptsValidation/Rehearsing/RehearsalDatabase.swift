import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// A scratch database in memory on which scripts are rehearsed, under the same rules as on a user's device.
final class RehearsalDatabase {
  let connection: Connection
  let reader: SchemaReader
  let authorizer: RehearsalAuthorizer
  let executor: ScriptExecutor
  private let box: AuthorizerBox
  private let deadline = Deadline()
  private let recorder: VersionRecorder
  var expansion = QueryExpansion()

  /// Whether statements whose `onlyIf` is false run, too, and are rolled back.
  var judgesWhatIsRuledOut = false

  /// What would have stopped a migration first; nil if nothing has.
  private(set) var failure: MigrationFailure.Reason?

  /// What one statement may take: an endless query is a finding, not a hang.
  static let budget = Milliseconds(2000)

  private static let budgetOfProofs = Milliseconds(60_000)

  private var interruptionCount = 0
  private var cookieQuery: Statement?

  /// A script in which everything is endless is stopped sooner and sooner.
  private var budget: Milliseconds {
    Milliseconds(max(1, Self.budget.count >> min(interruptionCount, 16)))
  }

  /// - Parameter store: where a migration keeps the version (law 4).
  init(store: VersionStore = .table) throws(SQLiteError) {
    connection = try Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    try connection.setScratchLimits()
    reader = SchemaReader(connection)
    authorizer = RehearsalAuthorizer(store: store)
    executor = ScriptExecutor(connection, authorizer: authorizer.policy)
    executor.acceptsParameters = true
    executor.provesForeignKeys = false
    recorder = VersionRecorder(connection, authorizer: authorizer.policy)
    box = AuthorizerBox(authorizer)
    connection.setAuthorizer(box)
    connection.setDeadline(deadline)
  }

  deinit {
    connection.removeAuthorizer()
    connection.setDeadline(nil)
  }

  /// Begins a script, in a transaction if it is one.
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
  /// - Parameter body: gets what became of each; false stops the script.
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

  /// Proves what a migration proves before it commits a script.
  ///
  /// - Returns: false if the script has to run again from its start (law 31).
  func prove(_ script: Script) -> Bool {
    let watcher = StatementWatcher(self, script, records: false) { _ in true }
    do throws(StepStop) {
      try executor.verify(script, for: watcher)
      deadline.extend(by: Self.budgetOfProofs)
      try executor.prove(script)
    } catch {
      guard case .failure(let reason) = error else { return false }
      note(reason)
    }
    return !executor.wantsRepetition
  }

  /// Ends a script: a setting that it made for itself goes with it. The version is recorded with the statements, as some
  /// scripts of classic bundles look at it or write to it (laws 1 to 3).
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

  /// Notes what would have stopped a migration.
  func note(_ reason: MigrationFailure.Reason) {
    failure = failure ?? reason
  }

  func note(_ reason: StatementFailure.Reason, at place: StatementPlace, in script: Script) {
    note(StatementError(reason, .misuse("\(reason)")), at: place, in: script)
  }

  func note(_ error: StatementError, at place: StatementPlace, in script: Script) {
    if failure == nil { failure = executor.reason(for: error, at: place, in: script) }
  }

  /// The schema's cookie. It is read before and after each statement, so its query is compiled once.
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

  /// Gives the next statement its time.
  func extendDeadline() { deadline.extend(by: budget) }

  /// Notes that a statement did not come to its end.
  func noteInterruption() { interruptionCount += 1 }

  /// Runs something of our own, unwatched.
  func asRunner<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    deadline.extend(by: Self.budget)
    return try executor.asRunner(body)
  }

  /// Runs something of our own that may fail; whether it did not.
  @discardableResult
  func attempt(_ sql: String) -> Bool {
    allowTime()
    return asRunner { (try? connection.execute(sql)) != nil }
  }

  /// From now on there is the time of one statement again.
  func allowTime() {
    deadline.extend(by: Self.budget)
  }
}
