import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSchema

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
    do throws(SQLiteError) {
      connection = try Connection(repeatableAt: moment)
    } catch {
      throw MigrationFailure(looking: error, at: "the database in memory")
    }
    let migrator = Migrator(connection: connection, library: library, options: MigrationOptions())
    self.version = try migrator.migrate(to: version).to
  }

  /// Makes what the statements of an SQL file make.
  ///
  /// - Parameter bytes: what the file holds.
  package init(sqlFile path: String, _ bytes: [UInt8]) throws(MigrationFailure) {
    let file = ScriptFile(
      kind: .default, format: .sql, name: path, displayName: path, content: .bytes(bytes))
    try self.init(ScriptLibrary(ScriptBundle(scripts: [], displayName: path).adding(file)))
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
