import SQLScriptsDatabase
import SQLScriptsFoundation
import TestSupport
import Testing

// The code of OtherLibraries.md that does not need GRDB. Tests/Neighbours has that for GRDB.

// SQLite.swift and FMDB are no dependencies of this package. These types have the one property that the guide uses, with the
// type that it has there: `Connection.handle` of SQLite.swift, and `FMDatabase.sqliteHandle`, which Swift imports as an
// optional raw pointer.
private struct StandIn {
  let connection: SQLScriptsDatabase.Connection
  var handle: OpaquePointer { connection.handle }
  var sqliteHandle: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(connection.handle) }
}

struct OtherLibraryTests {
  private let scripts = ScriptBundle(scripts: [.default(["CREATE TABLE note (text TEXT)"])])

  @Test func `a connection of SQLite.swift is migrated`() throws {
    let db = StandIn(
      connection: try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0)))
    try Migrator(connection: db.handle, scripts: scripts).migrate()
    #expect(try db.connection.rows("SELECT * FROM note").isEmpty)
  }

  @Test func `a connection of FMDB is migrated`() throws {
    let db = StandIn(
      connection: try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0)))
    try migrate(db)
    #expect(try db.connection.rows("SELECT * FROM note").isEmpty)
  }

  private func migrate(_ db: StandIn) throws {
    guard let handle = db.sqliteHandle else { return }
    try Migrator(connection: OpaquePointer(handle), scripts: scripts).migrate()
  }

  @Test func `a store of Core Data is refused and unchanged`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("Model.sqlite")
    let store = ScriptBundle(scripts: [
      .default(["CREATE TABLE Z_METADATA (Z_VERSION INTEGER)", "CREATE TABLE ZNOTE (Z_PK INTEGER)"])
    ])
    // Core Data writes no version of ours.
    let database = SQLiteManager(.init(path: path, scripts: .scripts(store)))
    try database.execute("DROP TABLE db_version_history")
    try database.execute("DROP TABLE db_version")
    try database.close()
    let failure = #expect(throws: MigrationFailure.self) {
      try Migrator(path: path, scripts: scripts).migrate()
    }
    guard case .refused(.unversioned)? = failure?.reason else {
      return #expect(Bool(false), "\(String(describing: failure))")
    }
  }
}
