import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// The schema of a bundle at each version, found by running its scripts once in memory.
package final class VersionSchemas {
  /// The versions that a new database goes through, ascending.
  package let versions: [Int64]

  private let connection: Connection
  private let reader: SchemaReader
  private let migrator: Migrator
  private var snapshot = SchemaSnapshot()
  private var sources: [SQLName: [[SQLiteValue]]] = [:]

  /// Tables of other migration tools, and of Android.
  private static let foreignTables = ["grdb_migrations", "android_metadata"]

  /// Tables that no script of an app creates: those of SQLScripts, of other migration tools and of platforms.
  package static let hiddenTables = Set(VersionStore.bookkeepingTables + foreignTables)

  package init(_ library: ScriptLibrary) throws(MigrationFailure) {
    do throws(SQLiteError) {
      connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
      try library.standIns.add(to: connection)
      try connection.setScratchLimits()
      connection.limitEachStatement()
    } catch {
      throw MigrationFailure(reading: error, at: ":memory:")
    }
    reader = SchemaReader(connection)
    migrator = Migrator(connection: connection, library: library, options: MigrationOptions())
    versions = try migrator.plan().steps.map(\.version)
  }

  /// The schema of a database for comparison.
  package static func snapshot(of connection: Connection) throws(SQLiteError) -> SchemaSnapshot {
    try SchemaReader(connection).snapshot(without: hiddenTables)
  }

  /// The schema at one of the versions. Versions must be requested in ascending order.
  package func schema(at version: Int64) throws(MigrationFailure) -> SchemaSnapshot {
    try migrator.migrate(to: version)
    do throws(SQLiteError) {
      try refresh()
    } catch {
      throw MigrationFailure(reading: error, at: migrator.database)
    }
    return snapshot
  }

  /// Rereads only the tables whose SQL, or that of their indexes and triggers, has changed. Most scripts change one
  /// of many tables.
  private func refresh() throws(SQLiteError) {
    let rows = try connection.rows(
      """
      SELECT tbl_name, type, name, sql FROM sqlite_schema
      WHERE tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1, 2, 3
      """)
    let now = Dictionary(grouping: rows) { SQLName($0[0].string ?? "") }
      .filter { !Self.hiddenTables.contains($0.key.folded) }
    // A renamed table keeps its row in the schema table.
    reader.forget()
    for name in sources.keys where now[name] == nil { snapshot.set(nil, named: name) }
    for (name, source) in now where source != sources[name] {
      snapshot.set(try reader.table(name), named: name)
    }
    sources = now
  }
}
