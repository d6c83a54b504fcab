import SQLScriptsDatabase
import SQLScriptsSchema
import Testing

struct SchemaTests {
  private func schema(of statements: [String], without: [String] = []) throws -> Schema {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for statement in statements { try connection.execute(statement) }
    return try Schema(connection, without: without)
  }

  @Test func `an empty database has an empty schema`() throws {
    #expect(try schema(of: []).objects == [])
    #expect(try schema(of: []).sql == "")
  }

  @Test func `SQLite's internal objects are left out`() throws {
    let schema = try schema(of: [
      "CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT UNIQUE)",
      "INSERT INTO a (b) VALUES ('x')", "ANALYZE",
    ])
    #expect(schema.objects.map(\.name) == ["a"])
  }

  @Test func `names that only look like SQLite's own are included`() throws {
    #expect(try schema(of: ["CREATE TABLE sqliteX (a)"]).objects.map(\.name) == ["sqliteX"])
  }

  @Test func `a table is left out together with its indexes and triggers`() throws {
    let schema = try schema(
      of: [
        "CREATE TABLE DB_Version (db_version_num INTEGER)", "CREATE TABLE a (b)",
        "CREATE INDEX v ON db_version (db_version_num)",
        "CREATE TRIGGER t AFTER INSERT ON db_version BEGIN SELECT 1; END",
      ], without: ["db_version"])
    #expect(schema.objects.map(\.name) == ["a"])
  }

  @Test func `shadow tables are listed with their virtual table`() throws {
    let schema = try schema(of: ["CREATE VIRTUAL TABLE f USING fts5(a)"])
    #expect(schema.objects.map(\.name) == ["f"])
  }

  @Test func `the order does not depend on how the database was created`() throws {
    let statements = ["CREATE TABLE b (x)", "CREATE TABLE a (x)", "CREATE VIEW v AS SELECT 1"]
    #expect(try schema(of: statements) == schema(of: statements.reversed()))
  }

  @Test func `the SQL creates the same schema again`() throws {
    let first = try schema(of: [
      "CREATE VIEW z AS SELECT * FROM a -- the end", "CREATE TABLE \"b\"\"c\" (x)",
      "CREATE TABLE a (x, y)", "CREATE INDEX i ON a (y)",
      "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a WHERE x IS NULL; END",
    ])
    #expect(first.objects.map(\.kind) == [.table, .index, .table, .view, .trigger])
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try first.sql.withCString { start in
      var next = start
      while let statement = try connection.prepare(at: next, end: &next) { try statement.execute() }
    }
    #expect(try Schema(connection) == first)
  }
}
