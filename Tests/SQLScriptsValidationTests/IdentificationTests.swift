import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSchema
import SQLScriptsValidation
import Testing

/// The version that a database has by its schema, and whether it may be adopted at a version (law 21).
@Suite struct IdentificationTests {
  private static let scripts: [InMemoryScript] = [
    .default(["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]),
    .update(2, ["ALTER TABLE user ADD COLUMN age INTEGER"]),
    .update(3, ["UPDATE user SET age = 0"]),
    .update(4, ["CREATE INDEX by_name ON user (name)", "CREATE VIEW v AS SELECT name FROM user"]),
    .update(5, ["DROP VIEW v", "DROP INDEX by_name"]),
    .update(6, ["CREATE TABLE post (id INTEGER PRIMARY KEY, user REFERENCES user)"]),
  ]

  private let library = ScriptLibrary(ScriptBundle(scripts: Self.scripts))

  private func connection(_ statements: [String]) throws -> Connection {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for statement in statements { try connection.execute(statement) }
    return connection
  }

  private func identify(
    _ statements: [String], _ library: ScriptLibrary? = nil
  ) throws -> Identification {
    var found = Identification(
      of: try VersionSchemas.snapshot(of: connection(statements)))
    found.compare(with: try VersionSchemas(library ?? self.library))
    return found
  }

  @Test func `a database has the version with the same structure, in any spelling`() throws {
    let found = try identify([
      "create table \"user\" ([id] integer primary key, NAME text)",
      "PRAGMA user_version = 7", "CREATE TABLE grdb_migrations (identifier TEXT PRIMARY KEY)",
      "CREATE TABLE db_version (n)", "CREATE TABLE schema_migrations (version)",
      "CREATE TABLE android_metadata (locale TEXT)",
    ])
    #expect(found.isFound && found.versions == [1] && found.differences == [])
    #expect(found.compared == [1, 2, 3, 4, 5, 6] && found.failure == nil)
  }

  @Test func `versions with the same schema are all listed, consecutive or not`() throws {
    let found = try identify(["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"])
    #expect(found.isFound && found.versions == [2, 3, 5])
  }

  @Test func `another order of columns is the same version, and the result says so`() throws {
    let found = try identify(["CREATE TABLE user (age INTEGER, name TEXT, id INTEGER PRIMARY KEY)"])
    #expect(found.isFound && found.versions == [2, 3, 5])
    #expect(found.differences.count == 1 && found.differences.allSatisfy(\.isCosmetic))
  }

  @Test func `without a match, the nearest version is listed with its differences`() throws {
    let found = try identify([
      "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
      "CREATE INDEX by_name ON user (name)", "CREATE TABLE mine (x)",
      "CREATE VIEW v AS SELECT name FROM user",
    ])
    #expect(!found.isFound && found.versions == [4])
    #expect(found.differences.map(\.description) == ["adds the table “mine”"])
  }

  @Test func `a database without tables is nearest to the smallest schema`() throws {
    let found = try identify([])
    #expect(!found.isFound && found.versions == [1, 2, 3, 5])
    #expect(found.differences.map(\.description) == ["removes the table “user”"])
  }

  @Test func `a failing script ends the comparison, and the earlier versions count`() throws {
    let broken = ScriptLibrary(
      ScriptBundle(scripts: Self.scripts.dropLast(2) + [.update(5, ["nonsense"])]))
    let found = try identify(["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"], broken)
    #expect(found.isFound && found.versions == [1] && found.compared == [1, 2, 3, 4])
    #expect(found.failure?.summary.contains("syntax error") == true)
  }

  @Test func `law 21: a database is compared with the version at which it is adopted`() throws {
    let check = SchemaCheck(library)
    let database = try connection([
      "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
      "CREATE INDEX by_name ON user (name)",
    ])
    #expect(
      throws: MigrationRefusal.differsFromScripts(
        version: 3, differences: ["it has an extra index “by_name” on “user”"])
    ) { try check.check(database, at: 3) }
    #expect(
      throws: MigrationRefusal.differsFromScripts(
        version: 4, differences: ["it lacks the view “v”"])
    ) { try check.check(database, at: 4) }
    try database.execute("CREATE VIEW v AS SELECT name FROM user")
    #expect(throws: Never.self) { try check.check(database, at: 4) }
  }

  @Test func `law 21: a version that the scripts cannot create cannot be compared`() throws {
    let squashed = ScriptLibrary(
      ScriptBundle(scripts: [
        .default(["CREATE TABLE t (x)"], version: 7), .update(6, []), .update(7, []),
      ]))
    let database = try connection(["CREATE TABLE t (x)"])
    #expect(
      throws: MigrationRefusal.cannotCompare(version: 5, reason: "sql_default creates version 7")
    ) { try SchemaCheck(squashed).check(database, at: 5) }
    #expect(throws: Never.self) { try SchemaCheck(squashed).check(database, at: 7) }

    let broken = ScriptLibrary(ScriptBundle(scripts: [.default(["nonsense"])]))
    #expect(throws: MigrationRefusal.self) { try SchemaCheck(broken).check(database, at: 1) }

    let updates = ScriptLibrary(ScriptBundle(scripts: [.update(1, ["CREATE TABLE t (x)"])]))
    #expect(
      throws: MigrationRefusal.differsFromScripts(
        version: 0, differences: ["it has an extra table “t”"])
    ) { try SchemaCheck(updates).check(database, at: 0) }
  }
}
