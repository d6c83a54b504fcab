import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsScratch

/// Creates databases of old versions from the existing scripts.
package final class VersionDatabases {
  /// The versions that can be created and migrated, ascending.
  package let versions: [Int64]

  /// The version to which all of them migrate.
  package let latest: Int64

  package let library: ScriptLibrary
  package let options: MigrationOptions
  private var routes: [Route]

  /// A route to create a database from nothing, and the version reached so far.
  private struct Route {
    let library: ScriptLibrary
    let versions: [Int64]
    var base: (connection: Connection, version: Int64)?

    private lazy var scripts = library.readableScripts.filter {
      $0.version >= versions.first ?? 0
    }
    private lazy var rebuilds = SpreadRebuild.all(in: scripts)

    init(library: ScriptLibrary, versions: [Int64]) {
      (self.library, self.versions) = (library, versions)
    }

    /// The version before a rebuild that is half done at a version, because its statements are spread over several
    /// scripts; nil if there is none.
    mutating func startOfRebuild(at version: Int64) -> Int64? {
      guard let index = scripts.lastIndex(where: { $0.version == version }) else { return nil }
      let creations = rebuilds.filter { $0.isUnfinished(after: index) }.map(\.creation)
      return creations.min().flatMap { $0 > 0 ? scripts[$0 - 1].version : nil }
    }
  }

  /// What the sample rows learn from all scripts.
  private lazy var hints = SampleHints(of: library.readableScripts)

  package init(
    _ library: ScriptLibrary, options: MigrationOptions = MigrationOptions()
  ) throws(MigrationFailure) {
    self.library = library
    var options = options.adding(library.standIns)
    options.groupCommit = .zero
    options.backup = nil
    options.observer = nil
    self.options = options
    var routes = [try Self.route(library, options)]
    latest = routes[0].versions.last ?? 0
    // If the default script creates a later version, others create the earlier ones.
    if let first = routes[0].versions.first {
      for other in library.routes.dropFirst() {
        let route = try Self.route(other, options)
        let older = route.versions.filter { $0 < first }
        if !older.isEmpty { routes.append(Route(library: other, versions: older)) }
      }
    }
    self.routes = routes
    let minimum: Int64
    do throws(MigrationFailure.Reason) {
      minimum = try library.settings().minimumVersion ?? 0
    } catch {
      throw MigrationFailure(reading: error, at: library.bundle.displayName)
    }
    let latest = latest
    versions = Set(routes.flatMap(\.versions)).filter { $0 >= minimum && $0 < latest }.sorted()
  }

  private static func route(
    _ library: ScriptLibrary, _ options: MigrationOptions
  ) throws(MigrationFailure) -> Route {
    let connection = try memory(options)
    // The migrator only borrows it.
    defer { withExtendedLifetime(connection) {} }
    let migrator = Migrator(connection: connection, library: library, options: options)
    return Route(library: library, versions: try migrator.plan().steps.map(\.version))
  }

  /// A new database in memory, with the app's functions.
  static func memory(_ options: MigrationOptions) throws(MigrationFailure) -> Connection {
    let connection = try MigrationFailure.at(":memory:") { () throws(SQLiteError) in
      try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    }
    try connection.prepare(with: options, for: ":memory:")
    return try MigrationFailure.at(":memory:") { () throws(SQLiteError) in
      try connection.setScratchLimits()
      connection.limitEachStatement()
      return connection
    }
  }

  /// A new database of a version. If versions are requested in ascending order, each costs one script and a copy.
  ///
  /// - Parameter hasSamples: whether every empty table gets typical rows.
  /// - Throws: `MigrationFailure` if a script fails, or if no script creates the version.
  package func database(
    at version: Int64, hasSamples: Bool
  ) throws(MigrationFailure) -> Connection {
    let index = routes.firstIndex { $0.versions.contains(version) } ?? 0
    if hasSamples, let start = routes[index].startOfRebuild(at: version) {
      return try database(at: version, filledAt: start, on: routes[index])
    }
    let base: Connection
    if let known = routes[index].base, known.version <= version {
      base = known.connection
    } else {
      base = try Self.memory(options)
    }
    do throws(MigrationFailure) {
      try Migrator(connection: base, library: routes[index].library, options: options)
        .migrate(to: version)
    } catch {
      throw MigrationFailure(
        reason: error.reason, report: error.report, database: "a database of version \(version)")
    }
    routes[index].base = (base, version)
    let copy = try Self.memory(options)
    return try MigrationFailure.at("a database of version \(version)") { () throws(SQLiteError) in
      try copy.copyAll(of: base, busyTimeout: Milliseconds(0))
      if hasSamples { try SampleRows.fill(copy, hints: hints) }
      return copy
    }
  }

  /// A new database of a version whose rows are older. The old and the new table of a rebuild have the same rows.
  private func database(
    at version: Int64, filledAt start: Int64, on route: Route
  ) throws(MigrationFailure) -> Connection {
    let connection = try Self.memory(options)
    let migrator = Migrator(connection: connection, library: route.library, options: options)
    try migrator.migrate(to: start)
    try MigrationFailure.at("a database of version \(start)") { () throws(SQLiteError) in
      try SampleRows.fill(connection, hints: hints)
    }
    try migrator.migrate(to: version)
    return connection
  }
}

extension ScriptLibrary {
  /// The scripts without those that cannot be read, which are reported before.
  fileprivate var readableScripts: [Script] { bundle.scripts.compactMap { try? script($0) } }
}
