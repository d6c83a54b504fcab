import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch

/// A copy of somebody's database, on which a migration is rehearsed. The database itself is only read,
/// but for a transaction that a killed process has left in it: SQLite rolls that back.
package struct DatabaseCopy {
  package let connection: Connection
  private let path: String

  /// Copies a database while others may go on using it. One that is not there, or has nothing in it, is
  /// a new one.
  ///
  /// - Parameters:
  ///   - folder: where SQLite keeps temporary files, and so what does not fit into memory.
  ///   - timeout: how long to wait for others (law 25).
  /// - Throws: `MigrationFailure` if the database cannot be read, `RealRows.Unusable` if there is no room.
  package init(
    of path: String, temporaryFolder folder: String, busyTimeout timeout: Duration = .seconds(5)
  ) throws {
    let waiting = Milliseconds(timeout)
    self.path = path
    do {
      connection = try Connection(temporaryWithCache: MigrationRehearsal.cache)
      guard DatabasePath.hasContents(path) else {
        _ = try DatabasePath.checked(path, mode: .create)
        return
      }
      let source = try Connection.forCopying(path, busyTimeout: waiting)
      let bytes = try source.byteCount()
      // One copy stays as it is and one is migrated.
      let needed = bytes > MigrationRehearsal.cache ? bytes * 2 : 0
      if let free = DatabaseFile(folder + "/copy").freeBytes, free < needed {
        throw RealRows.Unusable(
          message: "there is no room for two copies of \(path) in \(folder): they need "
            + "\(needed >> 20) MiB, and \(free >> 20) MiB are free")
      }
      try connection.copyAll(of: source, waiting: waiting)
    } catch let error as SQLiteError {
      throw MigrationFailure(looking: error, at: path)
    }
  }

  /// What is to be done to it, with what the scripts say they are for.
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

  /// Does it, on another copy.
  package func rehearse(
    _ library: ScriptLibrary, _ options: MigrationOptions, to version: Int64?
  ) throws(MigrationFailure) -> MigrationRehearsal {
    try MigrationRehearsal(
      of: connection, named: path, library: library, options: options, to: version)
  }
}
