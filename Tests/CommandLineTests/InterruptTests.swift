import Foundation
import Testing

/// Ctrl-C while `migrate` runs: the script is rolled back, and the report gives the progress.
struct InterruptTests {
  /// Migrates with a third script that never ends, and interrupts it.
  ///
  /// - Returns: the output.
  private func interrupted(
    _ databases: [String], with number: Int32, in sandbox: Sandbox
  ) throws -> String {
    try sandbox.write("[ \"CREATE TABLE a (b)\" ]\n", to: "SQLScripts/sql_default.json")
    try sandbox.write("[ \"CREATE TABLE c (d)\" ]\n", to: "SQLScripts/sql_update_2.json")
    let endless =
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c"
    try sandbox.write(
      "[ \"INSERT INTO a VALUES (1)\", \"\(endless)\" ]\n", to: "SQLScripts/sql_update_3.json")
    // The second script is committed shortly before the endless statement begins.
    return try sandbox.interrupt(
      ["migrate"] + databases + ["--group-commit", "0"], with: number
    ) {
      try sandbox.run("sqlscripts status \(databases[0]) --format json").stdout
        .contains("\"from\": 2,")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `law 23: an interrupted migration reports, and the next one continues`(_ number: Int32)
    throws
  {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let said = try interrupted(["app.sqlite"], with: number, in: sandbox)
    #expect(
      said.hasPrefix(
        "app.sqlite: stopped: the migration was canceled while running item 2 of sql_update_3.json\n"
      ))
    #expect(
      said.hasSuffix(
        "2 scripts up to sql_update_2.json were committed. The database is at version 2.\n"
      ))
    try sandbox.write("[ \"INSERT INTO a VALUES (1)\" ]\n", to: "SQLScripts/sql_update_3.json")
    #expect(
      try sandbox.run("sqlscripts migrate app.sqlite").stdout
        .hasPrefix("app.sqlite: from version 2 to 3"))
  }

  @Test func `law 23: an interrupted run over many databases counts those that did not start`()
    throws
  {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let databases = (1...50).map { "\($0).sqlite" }
    let said = try interrupted(databases, with: SIGINT, in: sandbox)
    let lines = said.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines.last
        == "50 databases: 0 migrated, 0 current, 1 stopped, 49 not begun")
    try sandbox.write("[ \"INSERT INTO a VALUES (1)\" ]\n", to: "SQLScripts/sql_update_3.json")
    let again = try sandbox.run("sqlscripts migrate \(databases.joined(separator: " "))").stdout
    #expect(again.hasSuffix("50 databases: 50 migrated, 0 current, 0 stopped\n"))
  }
}
