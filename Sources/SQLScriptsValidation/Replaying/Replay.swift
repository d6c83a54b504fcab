import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles

/// What the scripts of a bundle leave behind at every version, as the runner runs them on new databases.
///
/// Two replays at one moment read the same clock and draw the same random numbers: what differs between
/// them, the scripts have made different. Commands that write scripts compare the replays before and
/// after, and write nothing if these differ.
package struct Replay: Sendable {
  /// The database when a script had been committed.
  package struct Stop: Sendable, Hashable {
    package let version: Int64
    package let state: StoredState
  }

  /// One way to make a database from nothing: with the default script, or, where that makes a later
  /// version, with the updates before it.
  package struct Route: Sendable {
    package internal(set) var stops: [Stop] = []
    /// Why it did not come to its end.
    package internal(set) var failure: MigrationFailure?
    /// The version that failed; nil if the plan was refused.
    package internal(set) var failedVersion: Int64?
  }

  package private(set) var routes: [Route] = []

  /// How long the scripts may take together.
  private static let patience = Milliseconds(120_000)

  /// - Parameter moment: what the scripts take for the present.
  package init(_ library: ScriptLibrary, at moment: Connection.Moment = .first) {
    let deadline = Deadline()
    deadline.extend(by: Self.patience)
    routes = [Self.route(library, at: moment, deadline)]
    let bundle = library.bundle
    guard bundle.defaultScript != nil, let first = routes[0].stops.first?.version, first > 0,
      RehearsalRoutes.beginsWithNothing(bundle.updateVersions)
    else { return }
    let older = bundle.withoutDefaultScript
    guard bundle.updateVersions.contains(where: { $0 < first }) else { return }
    routes.append(Self.route(ScriptLibrary(older), at: moment, deadline, below: first))
  }

  /// Whether every script ran that there is a way to.
  package var isWhole: Bool { routes.allSatisfy { $0.failure == nil } }

  /// The state of a new database at the latest version; nil if it was not reached.
  package var latest: StoredState? { routes[0].failure == nil ? routes[0].stops.last?.state : nil }

  private static func route(
    _ library: ScriptLibrary, at moment: Connection.Moment, _ deadline: Deadline,
    below limit: Int64 = .max
  ) -> Route {
    var route = Route()
    do throws(MigrationFailure) {
      let connection = try MigrationFailure.at(":memory:") { () throws(SQLiteError) in
        try Connection(repeatableAt: moment)
      }
      connection.setDeadline(deadline)
      defer { connection.setDeadline(nil) }
      var options = MigrationOptions()
      // Each script by itself: one that stops leaves the database at the version before it.
      options.groupCommit = .zero
      let migrator = Migrator(connection: connection, library: library, options: options)
      for version in try steps(of: migrator, &route) where version < limit {
        route.failedVersion = version
        try migrator.migrate(to: version)
        let state = try MigrationFailure.at(":memory:") { () throws(SQLiteError) in
          try StoredState(connection)
        }
        route.stops.append(Stop(version: version, state: state))
        route.failedVersion = nil
      }
    } catch {
      route.failure = error
    }
    return route
  }

  /// The versions of the plan. Where a script cannot be read, those before it: the runner would begin with
  /// none of them (law 10), but what they do is known.
  private static func steps(
    of migrator: Migrator, _ route: inout Route
  ) throws(MigrationFailure) -> [Int64] {
    do throws(MigrationFailure) {
      return try migrator.plan().steps.map(\.version)
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
      case .refused(.gap(_, let version)): last = version
      default: break
      }
      return try last.map { (last) throws(MigrationFailure) in
        try migrator.plan(to: last).steps.map(\.version)
      } ?? []
    }
  }
}

extension Replay {
  /// The first thing that another bundle makes different.
  package struct Difference: Sendable, Hashable {
    /// The version; nil if it is none.
    package let version: Int64?
    package let words: [String]
  }

  /// What another bundle would make different, in words; empty if nothing.
  ///
  /// Where this one stops with an error, the other must stop there too.
  package func differences(to after: Replay) -> [String] {
    if let difference = firstDifference(to: after) { return difference.words }
    for (old, new) in zip(routes, after.routes) where old.stops.count < new.stops.count {
      return ["version \(new.stops.last?.version ?? 0) would be reached, which fails now"]
    }
    return []
  }

  /// The first version at which another bundle leaves something else behind, as far as this one runs.
  ///
  /// - Parameter isSame: whether two texts of the schema that differ are the same all the same.
  func firstDifference(
    to after: Replay, isSame: (_ before: String, _ after: String) -> Bool = { $0 == $1 }
  ) -> Difference? {
    for (old, new) in zip(routes, after.routes) {
      for (before, after) in zip(old.stops, new.stops) {
        guard before.version == after.version else {
          return Difference(
            version: before.version,
            words: ["version \(after.version) would come in place of \(before.version)"])
        }
        let words = after.state.differences(from: before.state, isSame: isSame)
        guard words.isEmpty else {
          return Difference(
            version: before.version, words: words.map { "at version \(before.version), \($0)" })
        }
      }
      guard let failure = new.failure,
        new.stops.count < old.stops.count || old.failure == nil
      else { continue }
      let place = new.failedVersion.map { "at version \($0), " } ?? ""
      return Difference(
        version: new.failedVersion, words: ["\(place)it would stop: \(failure.summary)"])
    }
    guard routes.count == after.routes.count else {
      return Difference(version: nil, words: ["other versions could be made"])
    }
    return nil
  }

  /// Whether a script has run to its end, in every way that there is to make its version.
  func hasRun(_ version: Int64) -> Bool {
    let ways = routes.filter { route in route.stops.contains { $0.version == version } }
    return !ways.isEmpty
  }
}
