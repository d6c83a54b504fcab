import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// One migration of one database: reads, decides, runs the steps, and keeps the laws about transactions
/// (12, 13, 14, 15, 19 and 29).
final class MigrationRun {
  let connection: Connection
  let options: MigrationOptions
  let database: String
  private let library: ScriptLibrary
  private let reader: VersionReader
  private let writer: VersionWriter
  private let authorizer: ScriptAuthorizer
  private var target: Int64?
  private var report = MigrationReport(from: nil, to: 0)
  private var started: Set<Int64> = []

  /// False once SQLite has thrown a whole group away: from then on each script has its own transaction.
  private var groups = true

  /// Called inside the last transaction of a new database.
  var onNewDatabase: ((Connection) throws -> Void)?

  init(
    _ connection: Connection, library: ScriptLibrary, options: MigrationOptions, database: String
  ) {
    self.connection = connection
    self.library = library
    self.options = options
    self.database = database
    reader = VersionReader(connection, store: options.versionStore)
    writer = VersionWriter(connection, store: options.versionStore)
    authorizer = ScriptAuthorizer(store: options.versionStore)
  }

  private var waiting: Milliseconds { Milliseconds(options.busyTimeout.milliseconds) }

  func failure(_ reason: MigrationFailure.Reason) -> MigrationFailure {
    MigrationFailure(reason: reason, report: report, database: database)
  }

  // MARK: Deciding

  /// What the database says.
  func installed() throws(MigrationFailure) -> InstalledVersion {
    do throws(SQLiteError) {
      return try connection.retryWhileBusy(waiting) { () throws(SQLiteError) in try reader.read() }
    } catch {
      throw failure(.database(error, during: .readingVersion))
    }
  }

  /// What to do about it.
  func plan(
    for installed: InstalledVersion, to target: Int64?
  ) throws(MigrationFailure) -> MigrationPlan {
    do throws(MigrationFailure.Reason) {
      let history = try library.needsHistory() ? try appliedVersions() : []
      return try library.plan(for: installed, to: target, history: history, options: options)
    } catch {
      throw failure(error)
    }
  }

  private func appliedVersions() throws(MigrationFailure.Reason) -> [Int64] {
    do throws(SQLiteError) {
      return try History.read(connection).map(\.version)
    } catch {
      throw .database(error, during: .readingVersion)
    }
  }

  /// Brings the database up to date.
  func migrate(to target: Int64?) throws(MigrationFailure) -> MigrationReport {
    let start = Milliseconds.now
    let installed = try installed()
    // Law 6: nothing is parsed, locked or written.
    if case .version(let version) = installed, library.isCurrent(version, target: target) {
      report = MigrationReport(from: version, to: version)
      return report
    }
    self.target = target
    let plan = try plan(for: installed, to: target)
    report = MigrationReport(from: plan.from, to: plan.from ?? 0)
    guard !plan.isEmpty else { return report }
    try load(plan)
    options.observer?.observe(.planned(plan))
    try run()
    report.stepsOfOthers = max(0, plan.steps.count - report.steps.count)
    report.to = max(report.to, plan.to)
    report.milliseconds = Milliseconds.since(start)
    options.observer?.observe(.finished(report))
    return report
  }

  /// Law 10: an unreadable script anywhere in the plan is found before the first statement runs.
  private func load(_ plan: MigrationPlan) throws(MigrationFailure) {
    do throws(MigrationFailure.Reason) {
      report.diagnostics = try library.load(plan.steps.map(\.script))
    } catch {
      throw failure(error)
    }
    if let version = plan.steps.last?.version, version > options.versionStore.greatestVersion {
      throw failure(
        .refused(
          .versionDoesNotFit(version: version, greatest: options.versionStore.greatestVersion)))
    }
  }

  // MARK: Running

  private func run() throws(MigrationFailure) {
    guard connection.isInAutocommit else {
      throw failure(
        .database(.misuse("the connection is inside a transaction"), during: .preparing))
    }
    let box = AuthorizerBox(authorizer)
    connection.setAuthorizer(box)
    defer {
      connection.setAuthorizer(nil)
      withExtendedLifetime(box) {}
    }
    var settings: ConnectionSettings
    do throws(SQLiteError) {
      settings = try ConnectionSettings(preparing: connection)
    } catch {
      throw failure(.database(error, during: .preparing))
    }
    defer { settings.restore(connection) }
    let runner = StepRunner(connection, authorizer: authorizer, onItem: itemObserver)
    while true {
      switch try runGroup(runner) {
      case .finished: return
      case .more: continue
      case .alone(let step): try runAlone(step, runner)
      }
    }
  }

  private var current: MigrationPlan.Step?

  private var itemObserver: ((Int, Int) -> Void)? {
    guard let observer = options.observer else { return nil }
    return { [unowned self] count, total in
      guard let step = current else { return }
      observer.observe(.statementDone(step, count: count, of: total))
    }
  }

  private enum Progress {
    case finished, more
    /// The next step is not transactional.
    case alone(MigrationPlan.Step)
  }

  /// One transaction: takes the lock, reads the version again under it (law 13), and runs scripts until
  /// the group is old enough (law 29).
  private func runGroup(_ runner: StepRunner) throws(MigrationFailure) -> Progress {
    do throws(SQLiteError) {
      try connection.beginImmediate(waiting: waiting)
    } catch {
      throw failure(.database(error, during: .locking))
    }
    var group = StepGroup(limit: groups ? options.groupCommit.milliseconds : 0)
    do throws(StepStop) {
      let plan = try planUnderLock()
      guard !plan.isEmpty else {
        connection.rollBack()
        return .finished
      }
      if let version = plan.adopts { try adopt(version, in: &group) }
      // A new database that the app fills itself becomes visible with what the app puts there.
      group.staysOpen = plan.isNewDatabase && onNewDatabase != nil
      for (index, step) in plan.steps.enumerated() {
        let script = try script(of: step)
        guard script.isTransactional else {
          if group.isEmpty {
            connection.rollBack()
            return .alone(step)
          }
          break
        }
        announce(step, of: plan)
        try run(script, step, in: &group, runner)
        let isLast = index == plan.steps.count - 1
        if isLast, group.staysOpen { try callNewDatabaseHook() }
        if !isLast, group.isFull { break }
      }
      let isDone = group.steps.count == plan.steps.count
      try commit(group)
      return isDone ? .finished : .more
    } catch {
      return try recover(from: error, group, runner)
    }
  }

  private func planUnderLock() throws(StepStop) -> MigrationPlan {
    do throws(MigrationFailure) {
      return try plan(for: try installed(), to: target)
    } catch {
      throw .failure(error.reason)
    }
  }

  private func script(of step: MigrationPlan.Step) throws(StepStop) -> Script {
    do throws(MigrationFailure.Reason) {
      return try library.script(step.script)
    } catch {
      throw .failure(error)
    }
  }

  private func announce(_ step: MigrationPlan.Step, of plan: MigrationPlan) {
    current = step
    guard started.insert(step.version).inserted else { return }
    let total = report.steps.count + plan.steps.count
    options.observer?.observe(
      .stepStarted(step, number: started.count, of: max(total, started.count)))
  }

  /// The first script of a group needs no savepoint: its end is the transaction's end. A savepoint would
  /// make SQLite write every page that the script changes twice.
  private func run(
    _ script: Script, _ step: MigrationPlan.Step, in group: inout StepGroup, _ runner: StepRunner
  ) throws(StepStop) {
    if !group.isEmpty { try own(.preparing, "SAVEPOINT sqlscripts_step") }
    group.hasOpenSavepoint = !group.isEmpty
    let start = Milliseconds.now
    let result = try runner.run(script)
    let milliseconds = Milliseconds.since(start)
    try record(step, script, count: result.count, milliseconds: milliseconds, after: group)
    if group.hasOpenSavepoint { try own(.preparing, "RELEASE sqlscripts_step") }
    group.hasOpenSavepoint = false
    group.steps.append(
      MigrationReport.Step(
        version: step.version, script: script.file.name, statementCount: result.count,
        milliseconds: milliseconds, isAtomic: true, notices: result.notices))
  }

  /// Law 12: version and history are written in the transaction of the step itself.
  private func record(
    _ step: MigrationPlan.Step, _ script: Script, count: Int, milliseconds: Double,
    after group: StepGroup
  ) throws(StepStop) {
    let entry = VersionWriter.Entry(
      version: step.version, script: script.file.name, checksum: library.checksum(of: script),
      statementCount: count, milliseconds: Int(milliseconds.rounded()), origin: "script")
    let before = group.steps.last?.version ?? group.adopted ?? report.to
    do throws(SQLiteError) {
      try writer.record(entry, installed: max(step.version, before))
    } catch {
      throw .failure(.database(error, during: .recording(version: step.version)))
    }
  }

  /// Law 9: the number is recorded as what the caller said it means, with the history that was missing.
  private func adopt(_ version: Int64, in group: inout StepGroup) throws(StepStop) {
    let entry = VersionWriter.Entry(
      version: version, script: nil, checksum: nil, statementCount: 0, milliseconds: 0,
      origin: "adopted from db_version")
    do throws(SQLiteError) {
      try writer.record(entry, installed: version)
    } catch {
      throw .failure(.database(error, during: .recording(version: version)))
    }
    group.adopted = version
  }

  private func callNewDatabaseHook() throws(StepStop) {
    do {
      try onNewDatabase?(connection)
    } catch {
      throw .failure(.hook(error))
    }
  }

  private func own(
    _ activity: MigrationFailure.Activity, _ sql: String
  ) throws(StepStop) {
    do throws(SQLiteError) {
      try connection.execute(sql)
    } catch {
      throw .failure(.database(error, during: activity))
    }
  }

  private func commit(_ group: StepGroup) throws(StepStop) {
    do throws(SQLiteError) {
      try connection.commit(waiting: waiting)
    } catch {
      throw .failure(.database(error, during: .committing(group.steps.map(\.version))))
    }
    didCommit(group)
  }

  /// What is reported as committed is committed (law 29).
  private func didCommit(_ group: StepGroup) {
    if let adopted = group.adopted {
      report.adopted = adopted
      report.to = adopted
    }
    for step in group.steps {
      report.steps.append(step)
      report.to = max(report.to, step.version)
      options.observer?.observe(.stepCommitted(step))
    }
  }

  /// Laws 14, 15 and 29: what was whole before the step that stopped is kept.
  private func recover(
    from stop: StepStop, _ group: StepGroup, _ runner: StepRunner
  ) throws(MigrationFailure) -> Progress {
    defer {
      writer.reset()
      runner.forgetSchema()
    }
    let isLost = connection.isInAutocommit
    if isLost, !group.isEmpty {
      // SQLite has taken back the scripts before the guilty one as well. They are run again, each in a
      // transaction of its own, and then the guilty one fails alone.
      groups = false
      options.observer?.observe(.stepsRepeated)
      return .more
    }
    if group.hasOpenSavepoint, !isLost {
      do throws(StepStop) {
        try own(.preparing, "ROLLBACK TO sqlscripts_step")
        try own(.preparing, "RELEASE sqlscripts_step")
        try commit(group)
      } catch {
        connection.rollBack()
        if case .failure(let reason) = stop { throw failure(reason) }
        if case .failure(let reason) = error { throw failure(reason) }
      }
    } else {
      connection.rollBack()
    }
    guard case .failure(let reason) = stop else {
      options.observer?.observe(.stepsRepeated)
      return .more
    }
    throw failure(reason)
  }

  // MARK: Outside a transaction

  /// Law 19: statement by statement in autocommit; the version moves only after the last. Law 13 is kept
  /// by a lock beside the database, and by reading the version again under it.
  private func runAlone(
    _ step: MigrationPlan.Step, _ runner: StepRunner
  ) throws(MigrationFailure) {
    do throws(StepStop) {
      if let file = connection.fileName {
        let lock: StepLock
        do throws(SQLiteError) {
          lock = try StepLock(besides: file, waiting: waiting)
        } catch {
          throw .failure(.database(error, during: .locking))
        }
        try runLocked(step, runner)
        _ = consume lock
      } else {
        try runLocked(step, runner)
      }
    } catch {
      connection.rollBack()
      writer.reset()
      runner.forgetSchema()
      if case .failure(let reason) = error { throw failure(reason) }
    }
  }

  private func runLocked(_ step: MigrationPlan.Step, _ runner: StepRunner) throws(StepStop) {
    let plan = try planUnderLock()
    guard plan.steps.contains(step) else { return }
    let script = try script(of: step)
    announce(step, of: plan)
    let start = Milliseconds.now
    let result = try runner.run(script)
    let milliseconds = Milliseconds.since(start)
    do throws(SQLiteError) {
      try connection.beginImmediate(waiting: waiting)
    } catch {
      throw .failure(.database(error, during: .locking))
    }
    var group = StepGroup(limit: 0)
    try record(step, script, count: result.count, milliseconds: milliseconds, after: group)
    group.steps.append(
      MigrationReport.Step(
        version: step.version, script: script.file.name, statementCount: result.count,
        milliseconds: milliseconds, isAtomic: false, notices: result.notices))
    try commit(group)
    runner.forgetSchema()
  }
}
