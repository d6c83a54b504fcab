import Foundation
import SQLScripts
import SQLScriptsDatabase

/// A group of tasks that migrate, and another task that must make progress (its “heart beats”).
struct TaskRound: Sendable {
  private static let latest: Int64 = 4
  /// A migration continues only after this many heartbeats.
  private static let beats = 20

  let mistake: Tasks.Mistake?

  private static let scripts = ScriptBundle(
    scripts: [.default(["CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"])]
      + (2...latest).map {
        .update($0, ["INSERT INTO t VALUES (\($0))", "CREATE TABLE t\($0) (x)"])
      })

  private enum Outcome: Sendable {
    case done(MigrationReport), notBegun, failed(MigrationFailure), other(String)
  }

  /// Counts heartbeats. Threads wait in `wait`; tasks never do.
  private final class Heart: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0
    private var isOver = false

    func beat() -> Bool {
      condition.lock()
      defer { condition.unlock() }
      count += 1
      condition.broadcast()
      return !isOver
    }

    func stop() {
      condition.lock()
      isOver = true
      condition.unlock()
    }

    var beats: Int {
      condition.lock()
      defer { condition.unlock() }
      return count
    }

    /// Waits for this many more heartbeats.
    func wait(for beats: Int) {
      condition.lock()
      let end = count + beats
      while count < end { condition.wait() }
      condition.unlock()
    }
  }

  private final class Observer: MigrationObserver, @unchecked Sendable {
    private let heart: Heart
    private let moment: TaskPlan.Moment
    /// Set before the migration begins.
    var cancels: @Sendable () -> Void = {}
    private var statements = 0

    init(_ heart: Heart, _ moment: TaskPlan.Moment) {
      self.heart = heart
      self.moment = moment
    }

    func observe(_ event: MigrationEvent) {
      guard case .statementDone = event else { return }
      statements += 1
      if case .statements(let number) = moment, number == statements { cancels() }
      if statements == 1 { heart.wait(for: TaskRound.beats) }
    }
  }

  /// Returns the errors; empty for none.
  func run(_ plans: [TaskPlan]) async -> String {
    let heart = Heart()
    let beating = Task { while heart.beat() { await Task.yield() } }
    let outcomes = await withTaskGroup(of: (Int, Outcome).self) { group in
      for (number, plan) in plans.enumerated() {
        group.addTask { (number, await migrate(plan, heart)) }
      }
      var outcomes: [Int: Outcome] = [:]
      for await (number, outcome) in group { outcomes[number] = outcome }
      return outcomes
    }
    heart.stop()
    await beating.value
    do {
      for (number, plan) in plans.enumerated() {
        guard let outcome = outcomes[number] else { return "a task has no end" }
        if let found = try violation(plan, outcome) { return "\(plan): \(found)" }
      }
      return try plans.lazy.compactMap { try last($0) }.first ?? ""
    } catch {
      return "\(error)"
    }
  }

  private func migrate(_ plan: TaskPlan, _ heart: Heart) async -> Outcome {
    let observer = Observer(heart, plan.cancelled)
    var options = MigrationOptions()
    options.observer = observer
    options.busyTimeout = .seconds(90)
    options.groupCommit = .zero
    let migrator = Migrator(path: plan.database, scripts: Self.scripts, options: options)
    let start = Gate()
    let task = Task { () async throws -> MigrationReport in
      await start.wait()
      return mistake == .blocksTheThreads
        ? try blocking(migrator) : try await migrator.migrate()
    }
    observer.cancels = { task.cancel() }
    switch plan.cancelled {
    case .atOnce:
      task.cancel()
      start.open()
    case .beats(let number):
      start.open()
      let end = heart.beats + number
      while heart.beats < end { await Task.yield() }
      task.cancel()
    case .never, .statements: start.open()
    }
    do {
      return .done(try await task.value)
    } catch is CancellationError {
      return .notBegun
    } catch let failure as MigrationFailure {
      return .failed(failure)
    } catch {
      return .other("\(error)")
    }
  }

  private func blocking(_ migrator: Migrator) throws -> MigrationReport { try migrator.migrate() }

  /// Opens once.
  private final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    /// A canceled task also stops waiting.
    func wait() async { for await _ in stream {} }
  }

  private func violation(_ plan: TaskPlan, _ outcome: Outcome) throws -> String? {
    if mistake == .writesThoughCancelled, case .notBegun = outcome {
      try Migrator(path: plan.database, scripts: Self.scripts).migrate(to: 1)
    }
    if mistake == .losesAStep, case .done = outcome { try break3(plan.database) }
    let installed = try Migrator(path: plan.database, scripts: Self.scripts).status().installed
    switch outcome {
    case .done:
      if installed != Self.latest { return "it was said to be done, and has \(installed ?? 0)" }
    case .notBegun:
      if mistake == .claimsToBeDone { return installed == Self.latest ? nil : "not done" }
      if plan.isAlone, installed != nil {
        return "cancelled before its turn, it has \(installed ?? 0)"
      }
    case .failed(let failure):
      guard case .cancelled = failure.reason else { return "it fails: \(failure)" }
      if case .never = plan.cancelled { return "it was cancelled by nobody" }
      if plan.isAlone, (installed ?? 0) != failure.report.to {
        return "it says version \(failure.report.to), and has \(installed ?? 0)"
      }
    case .other(let words): return words
    }
    return nil
  }

  private func break3(_ path: String) throws {
    try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(1000))
      .execute("DROP TABLE IF EXISTS t3")
  }

  /// The next run finishes the migration, and then everything must be there.
  private func last(_ plan: TaskPlan) throws -> String? {
    try Migrator(path: plan.database, scripts: Self.scripts).migrate()
    let connection = try Connection(
      path: plan.database, mode: .readWrite, busyTimeout: Milliseconds(1000))
    let rows = try connection.rows("SELECT x FROM t ORDER BY x").compactMap { $0[0].int64 }
    let isWhole =
      rows == Array(1...Self.latest)
      && (2...Self.latest).allSatisfy { connection.hasTable("t\($0)") }
    return isWhole ? nil : "in the end \(plan.database) has the rows \(rows)"
  }
}
