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
