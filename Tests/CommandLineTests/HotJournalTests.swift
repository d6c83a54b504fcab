import Foundation
import SQLScriptsDatabase
import Testing

/// A database whose process was killed inside a transaction. Its journal is not rolled back yet.
struct HotJournalTests {
  @Test(arguments: [
    "sqlscripts status hot.sqlite", "sqlscripts plan hot.sqlite",
    "sqlscripts plan hot.sqlite --rehearse", "sqlscripts validate --with-data hot.sqlite",
    "sqlscripts schema hot.sqlite", "sqlscripts history hot.sqlite",
    "sqlscripts identify hot.sqlite", "sqlscripts backup hot.sqlite",
  ])
  func `each command rolls back a hot journal as SQLite does`(_ command: String) throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    try sandbox.write("CREATE TABLE t (x);\n", to: "SQLScripts/sql_default.sql")
    _ = try sandbox.run("sqlscripts migrate a.sqlite")
    try sandbox.write("CREATE TABLE u (x);\n", to: "SQLScripts/sql_update_2.sql")
    let path = sandbox.folder.appendingPathComponent("a.sqlite").path
    let connection = try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(0))
    // So that pages are written to the file before the commit.
    try connection.execute("PRAGMA cache_size = 1")
    try connection.execute("BEGIN")
    try connection.execute(
      "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
        + " SELECT hex(zeroblob(200)) FROM n")
    for suffix in ["", "-journal"] {
      let copy = try sandbox.run("cp a.sqlite\(suffix) hot.sqlite\(suffix)")
      #expect(copy.status == 0, "\(copy)")
    }
    let output = try sandbox.run(command)
    #expect(output.status == 0, "\(output)")
    #expect(output.stderr == "", "\(output)")
    let hot = try Connection(
      path: sandbox.folder.appendingPathComponent("hot.sqlite").path, mode: .readWrite,
      busyTimeout: Milliseconds(0))
    #expect(try hot.value("SELECT count(*) FROM t") == 0)
  }
}
