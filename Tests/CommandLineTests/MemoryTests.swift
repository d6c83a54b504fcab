import SQLScriptsDatabase
import Testing

@Suite struct MemoryTests {
  /// Whether SQLite has full-text search. The command uses the same SQLite as this test.
  private static var hasFullTextSearch: Bool {
    let connection = try? Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    return (try? connection?.execute("CREATE VIRTUAL TABLE f USING fts5 (a)")) != nil
  }

  @Test(.enabled(if: hasFullTextSearch, "SQLite has no FTS5"), arguments: ["schema", "validate"])
  func `the statements of full-text search do not lift the limit of the one that runs them`(
    _ command: String
  ) throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    try sandbox.write(
      """
      CREATE VIRTUAL TABLE f USING fts5 (a);
      INSERT INTO f (a) WITH RECURSIVE n (i, b) AS (
        SELECT 1, zeroblob(16000000) UNION SELECT i + 1, zeroblob(16000000) FROM n LIMIT 100
      ) SELECT i FROM n;

      """, to: "SQLScripts/sql_default.sql")
    let output = try sandbox.run("sqlscripts \(command)")
    #expect(output.status != 0, "\(output)")
    #expect(
      (output.stdout + output.stderr).contains("needs more than 320 MiB of memory"), "\(output)")
  }
}
