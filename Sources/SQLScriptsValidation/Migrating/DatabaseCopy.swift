import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsScratch

/// A copy of a database, on which a migration is rehearsed. The database itself is only read, except that SQLite
/// rolls back a transaction that a killed process left.
package struct DatabaseCopy {
  package let connection: Connection
  private let path: String

  /// Copies a database while other connections may use it. A missing or empty database is a new one.
  ///
  /// - Parameters:
  ///   - folder: the folder for temporary files of SQLite, which hold what does not fit into memory.
  ///   - options: how the app prepares its connections.
  ///   - timeout: how long to wait for locks (law 25).
  /// - Throws: `MigrationFailure` if the database cannot be read, `RealRows.LoadError` if there is not enough disk space.
  package init(
    of path: String, temporaryFolder folder: String,
    options: MigrationOptions = MigrationOptions(), busyTimeout timeout: Duration = .seconds(5)
  ) throws {
    let busyTimeout = Milliseconds(timeout)
    self.path = path
    do {
      connection = try Connection(temporaryWithCache: MigrationRehearsal.cache)
      try connection.prepare(with: options, for: path)
      guard DatabasePath.hasContents(path) else {
        _ = try DatabasePath.checked(path, mode: .create)
        return
      }
      let source = try Connection.forCopying(path, busyTimeout: busyTimeout) {
        (connection) throws in try connection.prepare(with: options, for: path)
      }
      let bytes = try source.byteCount()
      // One copy stays unchanged while the rules look at two others, and later one is migrated.
      let needed = bytes > MigrationRehearsal.cache ? bytes * 3 : 0
      if let free = DatabaseFile(folder + "/copy").freeBytes, free < needed {
        throw RealRows.LoadError(
          message:
            "not enough disk space in \(folder) for three copies of \(path): "
            + "\(needed >> 20) MiB needed, \(free >> 20) MiB free"
        )
      }
      try connection.copyAll(of: source, busyTimeout: busyTimeout)
    } catch let error as SQLiteError {
      throw MigrationFailure(reading: error, at: path)
    }
  }

  /// The plan of the migration, with the descriptions of the scripts.
  package func plan(
    _ library: ScriptLibrary, _ options: MigrationOptions, to version: Int64?
  ) throws(MigrationFailure) -> (plan: MigrationPlan, descriptions: [String?]) {
    let migrator = Migrator(connection: connection, library: library, options: options)
    do throws(MigrationFailure) {
      let plan = try migrator.plan(to: version)
      return (plan, try migrator.descriptions(of: plan))
    } catch {
      throw MigrationFailure(reason: error.reason, report: error.report, database: path)
    }
  }

  /// Judges the plan by the rules that judge rows.
  ///
  /// - Parameter cancellation: ends it, with the findings so far.
  package func judge(
    _ plan: MigrationPlan, of library: ScriptLibrary, settings: BundleSettings,
    cancellation: MigrationCancellation? = nil
  ) -> RealRowsVerdict {
    // A new database has no rows.
    plan.from == nil && plan.adoption == nil
      ? RealRowsVerdict()
      : RealRowsJudge(settings: settings, cancellation: cancellation)
        .judge(plan, of: library, on: connection)
  }

  /// Rehearses the migration on another copy.
  package func rehearse(
    _ library: ScriptLibrary, _ options: MigrationOptions, to version: Int64?
  ) throws(MigrationFailure) -> MigrationRehearsal {
    try MigrationRehearsal(
      of: connection, named: path, library: library, options: options, to: version)
  }
}
