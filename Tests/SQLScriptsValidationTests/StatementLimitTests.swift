import SQLScriptsDatabase
import Testing

@testable import SQLScriptsScratch

/// Which limit stopped a statement, and which statements share the limits of another one.
@Suite struct StatementLimitTests {
  private func connection() throws -> Connection {
    try Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
  }

  private func limit(of connection: Connection, _ sql: String) -> StatementLimit? {
    do {
      try connection.execute(sql)
      return nil
    } catch {
      return error.limit
    }
  }

  @Test func `an error names the limit that was set, not the usual one`() throws {
    let connection = try connection()
    try connection.setScratchLimits(longestValue: 5000)
    try connection.limitPages(to: 10)
    connection.limitEachStatement(Deadline(of: Milliseconds(1)))
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"
    #expect(limit(of: connection, "SELECT nothing") == nil)
    #expect(limit(of: connection, "SELECT zeroblob(5001)") == .value(5000))
    #expect(limit(of: connection, "\(endless) count(*) FROM n") == .time(Milliseconds(1)))
    connection.limitEachStatement()
    #expect(
      limit(of: connection, "CREATE TABLE t AS \(endless) zeroblob(4000) FROM n")
        == .database(10 << 10))
  }

  @Test(arguments: [
    "printf('%.*c', 900000000, 'x')", "format('%.900000000c', 'x')", "printf('%.*c', -5001, 'x')",
    "printf('%d%%%n%*d%.*c', 1, 2, 3, 5001, 'x')", "printf('%.4000c%.4000c', 'x', 'y')",
    "printf('%.3000c' || hex(zeroblob(1100)), 'x')", "printf('%5001s', '')",
    "printf('%900000000d', 1)", "printf('%s%s', hex(zeroblob(2000)), hex(zeroblob(2000)))",
    "zeroblob(5001)", "randomblob(5001)", "replace(hex(zeroblob(1000)), '0', 'abc')",
    "hex(zeroblob(2501))", "hex(zeroblob(2000)) || hex(zeroblob(2000))",
    "(SELECT group_concat(x) FROM (SELECT hex(zeroblob(2000)) AS x UNION ALL SELECT 1 || hex(zeroblob(2000))))",
    "json_array(hex(zeroblob(2000)), hex(zeroblob(2000)))",
  ])
  func `a value that is too large is an error, never NULL`(expression: String) throws {
    let connection = try Connection(repeatableAt: .first)
    try connection.setScratchLimits(longestValue: 5000)
    connection.limitEachStatement()
    #expect(limit(of: connection, "SELECT \(expression)") == .value(5000))
  }

  @Test(arguments: [
    "", "NULL", "''", "'%s', ''", "'%'", "'%%'", "'%n'", "'%d'", "'%d', NULL", "'%d', '12x'",
    "'%*d|', 5, 7", "'%*d|', -5, 7", "'%-5s|', 'é'", "'%.3c', 'é'", "'%.*c', 3", "'%.3c', ''",
    "'%z %Q %q %w', 'a''b', NULL, '''', '\"'", "'%08.3f', 1.5", "'%!.20s', 'äöü'",
    "'%,d', 1234567", "'%s', x'414200'", "x'25730041', 5", "'%y %d', 1, 2", "12.5",
    "'%lld', 9223372036854775807", "'%.*c|%d', 5000, 'x', 7", "'%.*f', 2, 3.14159", "'%c', 65",
  ])
  func `printf returns what SQLite returns`(arguments: String) throws {
    for encoding in ["UTF-8", "UTF-16le"] {
      let (own, limited) = (try connection(), try connection())
      try limited.setScratchLimits(longestValue: 20_000)
      for connection in [own, limited] {
        try connection.execute("PRAGMA encoding = '\(encoding)'")
      }
      for name in ["printf", "format"] {
        let query = "SELECT \(name)(\(arguments)), typeof(\(name)(\(arguments)))"
        #expect(try limited.rows(query) == own.rows(query))
      }
    }
  }

  @Test func `a comment before a statement does not make it a nested one`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x)")
    try connection.execute(
      "CREATE TRIGGER g AFTER INSERT ON t BEGIN UPDATE t SET x = 2; END")
    var nested: [Bool] = []
    let trace = StatementTrace(connection) { nested.append($1) }
    try connection.execute("-- a comment\nSELECT 1")
    try connection.execute("INSERT INTO t VALUES (1)")
    withExtendedLifetime(trace) {}
    #expect(nested.prefix(2) == [false, false])
    #expect(nested.count > 2 && nested.dropFirst(2).allSatisfy { $0 })
  }

  @Test func `memory cannot be limited after the first connection, however often you try`() throws {
    let connection = try connection()
    for _ in 1...2 { #expect(!Connection.limitMemory()) }
    #expect(try connection.value("SELECT length(zeroblob(1000))") == .integer(1000))
  }
}
