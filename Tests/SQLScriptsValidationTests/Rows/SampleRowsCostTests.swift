import CSQLScriptsSQLite
import SQLScriptsDatabase
import Testing

@testable import SQLScriptsValidation

/// The work of SQLite, as steps of its virtual machine, which are the same on a busy and on an idle machine.
@Suite struct SampleRowsCostTests {
  private func steps(_ connection: Connection, _ body: () throws -> Void) rethrows -> Int {
    var steps = 0
    return try withUnsafeMutablePointer(to: &steps) { pointer in
      sqlite3_progress_handler(
        connection.handle, 1,
        { context in
          context?.assumingMemoryBound(to: Int.self).pointee += 1
          return 0
        }, pointer)
      defer { sqlite3_progress_handler(connection.handle, 0, nil, nil) }
      try body()
      return pointer.pointee
    }
  }

  @Test func `after a script, the rows of earlier scripts are not read again`() throws {
    let costs = try [1000, 4000].map { count in
      let connection = try Connection(
        path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
      try connection.execute("CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT, size REAL)")
      try SampleRows.fill(connection, .hostile)
      try connection.execute(
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO log (note, size) SELECT 'a note', i FROM n
        """)
      return try steps(connection) { try SampleRows.fill(connection, .hostile) }
    }
    #expect(costs[0] > 0)
    #expect(costs[1] == costs[0])
  }
}
