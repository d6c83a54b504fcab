import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

/// Queries of `require` that find every row.
struct RequirementTests {
  private func help(
    _ query: String, _ statement: String, key: String = "require"
  ) -> String? {
    let start = InMemoryScript.file(
      named: "sql_default.json", text: "[\"CREATE TABLE a (id INTEGER PRIMARY KEY, b)\"]")
    let update = InMemoryScript.file(
      named: "sql_update_2.json",
      text: "{\"\(key)\": [\"\(query)\"], \"statements\": [\"\(statement)\"]}")
    let scripts = ScriptBundle(scripts: [start, update])
    return Validator(ScriptLibrary(scripts)).validate().diagnostics
      .first { $0.id == "stops-with-rows" }?.help
  }

  @Test(arguments: [
    "0", "00", "0x0", "0X00", "NULL", "0.0",
  ])
  func `a query without rows stops nothing`(limit: String) {
    #expect(help("SELECT * FROM a LIMIT \(limit)", "CREATE INDEX i ON a (b)") == nil)
  }

  @Test(arguments: [
    "SELECT * FROM (SELECT id, b, (NULL) AS c FROM a) AS a LIMIT 20", "SELECT 1 FROM a AS x",
    "SELECT b FROM a x GROUP BY b", "SELECT * FROM a WHERE 1",
    "SELECT * FROM a WHERE TRUE LIMIT 20",
    "SELECT * FROM a WHERE id IS NOT NULL", "SELECT * FROM a WHERE id NOTNULL;",
    "SELECT DISTINCT b FROM a ORDER BY b DESC;", "SELECT 1 WHERE EXISTS (SELECT 1 FROM a)",
    "SELECT 'rows' WHERE EXISTS (SELECT * FROM a WHERE id IS NOT NULL) LIMIT 1",
    "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM a)",
    "WITH x AS (SELECT * FROM a) SELECT * FROM x",
    "WITH x(i) AS (SELECT id FROM a), y AS NOT MATERIALIZED (SELECT i FROM x) SELECT i FROM y LIMIT 2",
    "WITH a AS (SELECT * FROM a) SELECT 1 WHERE EXISTS (SELECT 1 FROM a)",
  ])
  func `a query without a condition finds rows whenever there are some`(query: String) {
    #expect(help(query, "CREATE INDEX i ON a (b)") != nil)
  }

  @Test(arguments: [
    "SELECT * FROM a WHERE b = 1", "SELECT * FROM a, a AS x", "SELECT * FROM a JOIN a x ON x.b = 2",
    "SELECT * FROM (SELECT * FROM a WHERE b = 1)", "SELECT count(*) FROM a",
    "SELECT * FROM a EXCEPT SELECT * FROM a", "SELECT * FROM a LIMIT 1 OFFSET 5",
    "SELECT * FROM a WHERE 1 = 2", "SELECT * FROM a WHERE 0", "SELECT * FROM a WHERE b IS NOT NULL",
    "SELECT * FROM a WHERE id IS NOT NULL AND b = 1", "SELECT * FROM a WHERE id IS NULL",
    "SELECT * FROM (SELECT * FROM a LIMIT 0)", "SELECT 1 FROM (VALUES (1)) AS a",
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM a WHERE b = 1)",
    "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM a)", "SELECT 1 WHERE EXISTS (SELECT 1 FROM a) AND 0",
    "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM a) LIMIT 0",
    "WITH x AS (SELECT * FROM a WHERE b = 1) SELECT * FROM x",
    "WITH a AS (SELECT * FROM a WHERE b = 1) SELECT * FROM a",
    "WITH x AS (SELECT * FROM a) SELECT * FROM x, a", "WITH x AS (SELECT * FROM a",
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM a) LIMIT 1, 1",
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM a) ORDER BY 1 LIMIT 0",
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM a) LIMIT 1 - 1",
    "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM a) LIMIT 1 - 1",
    "SELECT 1 WHERE EXISTS (", "WITH", "SELECT * FROM a WHERE b IN (SELECT b FROM a)",
  ])
  func `a query that may find no row of a table with rows is not judged`(query: String) {
    #expect(help(query, "CREATE INDEX i ON a (b)") == nil)
  }

  @Test(arguments: ["SELECT * FROM a", "WITH x AS (SELECT id FROM a) SELECT * FROM x"])
  func `a query of verify that finds all rows is reported`(query: String) {
    let help = help(query, "ALTER TABLE a ADD COLUMN c", key: "verify")
    #expect(help == "Add a WHERE that finds only the rows that are wrong.")
  }

  @Test(arguments: ["DELETE FROM a", "DELETE FROM a WHERE b IS NULL", "DROP TABLE a"])
  func `a query that finds rows that a script deletes is not judged`(statement: String) {
    #expect(help("SELECT * FROM a", statement, key: "verify") == nil)
  }

  @Test(arguments: [
    "DELETE FROM a",
    "CREATE TABLE c AS SELECT * FROM a WHERE b; DROP TABLE a; ALTER TABLE c RENAME TO a",
  ])
  func `a query that finds rows that a script may delete is not judged`(statements: String) {
    let items = statements.split(separator: "; ").map {
      "{\"sql\": \"\($0)\", \"onlyIf\": \"SELECT EXISTS (SELECT 1 FROM a WHERE b = 'x')\"}"
    }
    let scripts = ScriptBundle(scripts: [
      .file(
        named: "sql_default.json",
        text: "[\"CREATE TABLE a (id INTEGER PRIMARY KEY, b)\"]"),
      .file(
        named: "sql_update_2.json",
        text: "{\"verify\": [\"SELECT * FROM a\"], \"statements\": [\"CREATE INDEX i ON a (b)\", "
          + items.joined(separator: ", ") + "]}"),
    ])
    let found = Validator(ScriptLibrary(scripts)).validate().diagnostics
    #expect(!found.contains { $0.id == "stops-with-rows" })
  }

  @Test(arguments: ["", " LIMIT 20", " LIMIT 0x10"])
  func `a default value is only for a new column`(limit: String) {
    let query = "SELECT * FROM a\(limit)"
    let first = "Add a WHERE that finds only the rows that do not fit"
    #expect(help(query, "CREATE INDEX i ON a (b)") == first + ".")
    #expect(
      help(query, "ALTER TABLE a ADD COLUMN c")
        == first + ", or give the new column a default value.")
  }
}
