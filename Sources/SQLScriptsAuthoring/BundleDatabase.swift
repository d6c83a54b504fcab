import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

/// A database in memory that scripts have made, by the same runner as on a user's device.
package struct BundleDatabase {
  package let connection: Connection

  /// The version at which it stands.
  package let version: Int64

  /// Makes a new database and brings it to a version.
  ///
  /// - Parameters:
  ///   - version: nil for the latest.
  ///   - moment: what the scripts take for the present.
  package init(
    _ library: ScriptLibrary, at version: Int64? = nil, moment: Connection.Moment = .first
  ) throws(MigrationFailure) {
    try self.init(library, at: version, moment: moment, isLimited: false)
  }

  private init(
    _ library: ScriptLibrary, at version: Int64?, moment: Connection.Moment, isLimited: Bool
  ) throws(MigrationFailure) {
    let database: Connection
    do throws(SQLiteError) {
      database = try Connection(repeatableAt: moment)
      if isLimited { try database.setScratchLimits() }
    } catch {
      throw MigrationFailure(looking: error, at: "the database in memory")
    }
    let deadline = Deadline()
    deadline.extend(by: ScratchGuard.patience)
    if isLimited { database.setDeadline(deadline) }
    defer { withExtendedLifetime(deadline) { database.setDeadline(nil) } }
    let migrator = Migrator(connection: database, library: library, options: MigrationOptions())
    connection = database
    self.version = try migrator.migrate(to: version).to
  }

  /// Makes what the statements of an SQL file make. Nobody has validated it, so it may take what a rehearsal may take.
  ///
  /// - Parameter bytes: what the file holds.
  package init(sqlFile path: String, _ bytes: [UInt8]) throws(MigrationFailure) {
    let file = ScriptFile(
      kind: .default, format: .sql, name: path, displayName: path, content: .bytes(bytes))
    let bundle = ScriptBundle(scripts: [], displayName: path).adding(file)
    try self.init(ScriptLibrary(bundle), at: nil, moment: .first, isLimited: true)
  }

  /// Its tables and views, without those of the runner.
  package func snapshot() throws(SQLiteError) -> SchemaSnapshot {
    try SchemaReader(connection).snapshot(without: Set(VersionStore.bookkeepingTables))
  }

  /// Its schema, without the tables of the runner.
  package func schema() throws(SQLiteError) -> Schema {
    try Schema(connection, without: VersionStore.bookkeepingTables)
  }
}
