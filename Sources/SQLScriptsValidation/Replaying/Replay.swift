import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsScratch

/// The scripts of a bundle, run on new databases by the runner itself.
///
/// Two replays at the same moment use the same clock and the same random numbers, so that all differences come from
/// the scripts. `ReplayProof` compares two replays.
package struct Replay: Sendable {
  /// A script that ran to its end.
  package struct Checkpoint: Sendable {
    package let version: Int64
    /// Which of the scripts with this version it was.
    package let script: ScriptFile.Kind
    /// A hash of the statements that SQLite ran for it, in order.
    package let statements: UInt64
    /// The state of the database then; nil if it was not recorded.
    package let state: StoredState?
  }

  /// A route to create a database from nothing: with the default script or, if that creates a later version, with the
  /// updates up to it.
  package struct Route: Sendable {
    package internal(set) var checkpoints: [Checkpoint] = []
    /// Why it did not finish.
    package internal(set) var failure: MigrationFailure?
    /// The version that failed; nil if the plan was refused.
    package internal(set) var failedVersion: Int64?
    /// The final state of the database; nil if it cannot be read.
    package internal(set) var last: StoredState?
  }

  package private(set) var routes: [Route] = []
  let library: ScriptLibrary

  /// The time limit of all scripts together.
  private static let patience = Milliseconds(120_000)

  /// - Parameters:
  ///   - moment: the current time for the scripts.
  ///   - versions: the versions at which the state of the database is recorded. Recording takes time in proportion to
  ///     the rows.
  package init(
    _ library: ScriptLibrary, at moment: Connection.Moment = .first,
    recordingAt versions: Set<Int64> = []
  ) {
    self.library = library
    let deadline = Deadline(altogether: Self.patience)
    routes = [Self.route(library, at: moment, deadline, versions)]
    let bundle = library.bundle
    guard bundle.defaultScript != nil, let first = routes[0].checkpoints.first?.version, first > 0,
      RehearsalRoutes.beginsWithNothing(bundle.updateVersions)
    else { return }
    let older = bundle.withoutDefaultScript
    guard bundle.updateVersions.contains(where: { $0 < first }) else { return }
    routes.append(Self.route(ScriptLibrary(older), at: moment, deadline, versions, through: first))
  }

  /// Whether every reachable script ran.
  package var isWhole: Bool { routes.allSatisfy { $0.failure == nil } }

  /// Whether a script ran to its end on every route that contains it.
  package func hasRun(_ script: ScriptFile.Kind) -> Bool {
    routes.contains { route in route.checkpoints.contains { $0.script == script } }
  }

  private static func route(
    _ library: ScriptLibrary, at moment: Connection.Moment, _ deadline: Deadline,
    _ versions: Set<Int64>, through limit: Int64 = .max
  ) -> Route {
    var route = Route()
    do throws(MigrationFailure) {
      let connection = try MigrationFailure.at(":memory:") { () throws(SQLiteError) in
        let connection = try Connection(repeatableAt: moment)
        try library.standIns.add(to: connection)
        return connection
      }
      connection.setDeadline(deadline)
      defer { connection.setDeadline(nil) }
      let recorder = ReplayRecorder(connection, library, deadline, recordingAt: versions)
      var options = MigrationOptions()
      // Each script runs separately, so that a failed one leaves the database at the previous version.
      options.groupCommit = .zero
      // Every statement is recorded as written.
      options.bindsInserts = false
      options.observer = recorder
      let migrator = Migrator(connection: connection, library: library, options: options)
      let steps = try steps(of: migrator, &route).filter { $0.version <= limit }
      // The runner starts nothing if it cannot read a script of its plan (law 10).
      let readable = steps.prefix { (try? library.script($0.script)) != nil }
      do throws(MigrationFailure) {
        for step in [readable.last, steps.dropFirst(readable.count).first].compactMap({ $0 }) {
          try migrator.migrate(to: step.version)
          recorder.didRun()
        }
      } catch {
        route.failedVersion =
          recorder.running?.version ?? steps.dropFirst(readable.count).first?.version
        route.failure = error
      }
      route.checkpoints = recorder.checkpoints
      route.last = try MigrationFailure.at(":memory:") { () throws(SQLiteError) in
        if let error = recorder.error { throw error }
        return try StoredState(connection)
      }
    } catch {
      route.failure = route.failure ?? error
    }
    return route
  }

  /// The steps of the plan. If there is no plan, because the default script cannot be read or a version is missing, the
  /// steps before that.
  private static func steps(
    of migrator: Migrator, _ route: inout Route
  ) throws(MigrationFailure) -> [MigrationPlan.Step] {
    do throws(MigrationFailure) {
      return try migrator.plan().steps
    } catch {
      route.failure = error
      let bundle = migrator.library.bundle
      var last: Int64?
      switch error.reason {
      case .scripts:
        for file in bundle.scripts {
          guard let script = try? migrator.library.script(file) else {
            if case .update(let version) = file.kind { route.failedVersion = version }
            break
          }
          last = max(last ?? 0, script.version)
        }
      case .refused(let refusal): last = refusal.versionBeforeGap
      default: break
      }
      return try last.map { (last) throws(MigrationFailure) in
        try migrator.plan(to: last).steps
      } ?? []
    }
  }
}
