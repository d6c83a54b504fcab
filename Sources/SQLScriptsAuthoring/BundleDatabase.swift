import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

/// An in-memory database that was created by the scripts, with the runner that apps use.
package struct BundleDatabase {
  package let connection: Connection

  /// The version of the database.
  package let version: Int64

  /// Creates a new database and migrates it to a version.
  ///
  /// - Parameters:
  ///   - version: the version; nil for the latest.
  ///   - moment: the current time for the scripts.
  ///   - standIns: what stands in for the functions of the app. With them, the schema is right, but not every value.
  package init(
    _ library: ScriptLibrary, at version: Int64? = nil, moment: Connection.Moment = .first,
    _ standIns: StandIns = .none
  ) throws(MigrationFailure) {
    let database: Connection
    do throws(SQLiteError) {
      database = try Connection(repeatableAt: moment)
      try standIns.add(to: database)
      try database.setScratchLimits()
    } catch {
      throw MigrationFailure(reading: error, at: "the database in memory")
    }
    database.limitEachStatement()
    let migrator = Migrator(connection: database, library: library, options: MigrationOptions())
    connection = database
    self.version = try migrator.migrate(to: version).to
  }

  /// Creates a database from the statements of an SQL file, perhaps an export of one. The file was not validated, so
  /// the limits of a rehearsal apply.
  ///
  /// - Parameter bytes: the contents of the file.
  package init(sqlFile path: String, _ bytes: [UInt8], _ standIns: StandIns = .none)
    throws(MigrationFailure)
  {
    var exported = ExportedSQL(bytes)
    let file = ScriptFile(
      kind: .default, format: .sql, name: path, displayName: path,
      content: .bytes(exported.creations))
    let bundle = ScriptBundle(scripts: [], displayName: path).adding(file)
    try self.init(ScriptLibrary(bundle), standIns)
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
