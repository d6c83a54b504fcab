import SQLScriptsDatabase
import SQLScriptsScratch

/// An empty database in memory, in which rules ask SQLite what an expression gives.
struct ScratchSQL {
  private var connection: Connection?
  private var questions = 0

  /// A bulk script may have a million statements.
  private static let manyQuestions = 2000
  private static let longestValue: Int32 = 1 << 20

  /// The first value of a query; nil if SQLite cannot run it, which proves nothing.
  mutating func value(_ query: String) -> SQLiteValue? { row(query)?.first }

  /// The first row of a query; nil if SQLite cannot run it.
  ///
  /// - Parameter setUp: what is run first, and undone afterwards.
  mutating func row(_ query: String, after setUp: [String] = []) -> [SQLiteValue]? {
    guard questions < Self.manyQuestions else { return nil }
    questions += 1
    do throws(SQLiteError) {
      let connection = try open()
      try connection.execute("BEGIN")
      defer { try? connection.execute("ROLLBACK") }
      for statement in setUp { try connection.execute(statement) }
      return try connection.rows(query).first
    } catch {
      return nil
    }
  }

  private mutating func open() throws(SQLiteError) -> Connection {
    if let connection { return connection }
    let connection = try Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    try connection.setScratchLimits(longestValue: Self.longestValue)
    connection.limitEachStatement()
    self.connection = connection
    return connection
  }
}
