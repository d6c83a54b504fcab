import SQLScriptsDatabase
import SQLScriptsSQL
import Testing

@testable import SQLScriptsAuthoring

/// SQL that other programs write from the database of an app.
struct ExportedSQLTests {
  private func creations(_ sql: String) -> String {
    var exported = ExportedSQL(Array(sql.utf8))
    return String(decoding: exported.creations, as: UTF8.self)
  }

  @Test func `what no script may create leaves its place empty`() {
    let sql = """
      CREATE TABLE a (x);
      CREATE TABLE db_version (db_version_num INTEGER NOT NULL);
      INSERT INTO "db_version" VALUES(1);
      CREATE TABLE sqlite_sequence(name,seq);
      CREATE TABLE IF NOT EXISTS b (y);
      """
    let lines = creations(sql).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.map { $0.allSatisfy { $0 == " " } } == [false, true, true, true, false])
    #expect(creations(sql).utf8.count == sql.utf8.count)
  }

  @Test func `the app's own tables stay, whatever their names end with`() {
    let sql = """
      CREATE VIRTUAL TABLE place USING rtree(id, a, b);
      CREATE TABLE place_config (id);
      CREATE VIRTUAL TABLE note USING fts5(a, content='note_content');
      CREATE TABLE note_content (a);
      """
    #expect(creations(sql) == sql)
  }

  @Test func `a virtual table is created, and SQLite makes the tables of its contents`() throws {
    let sql = """
      BEGIN TRANSACTION;
      PRAGMA writable_schema=ON;
      INSERT INTO sqlite_master(type,name,tbl_name,rootpage,sql)VALUES('table','f','f',0,'CREATE VIRTUAL TABLE f USING fts5(x, content='''')');
      CREATE TABLE IF NOT EXISTS 'f_data'(id INTEGER PRIMARY KEY, block BLOB);
      INSERT INTO f_data VALUES(1,X'');
      CREATE TABLE f_notes (id);
      PRAGMA writable_schema=OFF;
      COMMIT;
      """
    let database = try BundleDatabase(sqlFile: "dump.sql", Array(sql.utf8))
    let schema = try database.snapshot()
    #expect(schema["f"]?.sql == "CREATE VIRTUAL TABLE f USING fts5(x, content='')")
    #expect(schema["f_notes"]?.kind == .table)
  }

  @Test(arguments: [
    "", ";", "CREATE", "CREATE TABLE", "INSERT INTO", "PRAGMA", "'", "CREATE VIRTUAL TABLE",
  ])
  func `half a statement stays as it is`(sql: String) {
    #expect(creations(sql) == sql)
  }
}
