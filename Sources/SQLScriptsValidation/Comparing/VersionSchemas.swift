import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// The schema that a bundle makes at each version, found by running its scripts once, in memory.
package final class VersionSchemas {
  /// The versions that a new database goes through, ascending.
  package let versions: [Int64]

  private let connection: Connection
  private let reader: SchemaReader
  private let migrator: Migrator
  private var snapshot = SchemaSnapshot()
  private var sources: [SQLName: [[SQLiteValue]]] = [:]

  /// Tables of other migration systems, and of Android. No script makes them.
  private static let foreignTables = ["grdb_migrations", "android_metadata"]

  /// Tables that no script of an app makes.
  package static let hiddenTables = Set(VersionStore.bookkeepingTables + foreignTables)

  package init(_ library: ScriptLibrary) throws(MigrationFailure) {
    do throws(SQLiteError) {
      connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    } catch {
      throw MigrationFailure(looking: error, at: ":memory:")
    }
    reader = SchemaReader(connection)
    migrator = Migrator(connection: connection, library: library, options: MigrationOptions())
    versions = try migrator.plan().steps.map(\.version)
  }

  /// The schema of a database, as it is compared.
  package static func snapshot(of connection: Connection) throws(SQLiteError) -> SchemaSnapshot {
    try SchemaReader(connection).snapshot(without: hiddenTables)
  }

  /// The schema at one of the versions. They must be asked for in ascending order.
  package func schema(at version: Int64) throws(MigrationFailure) -> SchemaSnapshot {
    try migrator.migrate(to: version)
    do throws(SQLiteError) {
      try refresh()
    } catch {
      throw MigrationFailure(looking: error, at: migrator.database)
    }
    return snapshot
  }

  /// Reads again the tables whose SQL, or that of what belongs to them, has changed: most scripts change
  /// one of many.
  private func refresh() throws(SQLiteError) {
    let rows = try connection.rows(
      """
      SELECT tbl_name, type, name, sql FROM sqlite_schema
      WHERE tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1, 2, 3
      """)
    let now = Dictionary(grouping: rows) { SQLName($0[0].string ?? "") }
      .filter { !Self.hiddenTables.contains($0.key.folded) }
    // A table that was renamed kept its row.
    reader.forget()
    for name in sources.keys where now[name] == nil { snapshot.set(nil, named: name) }
    for (name, source) in now where source != sources[name] {
      snapshot.set(try reader.table(name), named: name)
    }
    sources = now
  }
}
