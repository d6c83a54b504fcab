import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// The time that each script takes for 1,000 rows in each table that it changes.
///
/// It is measured on this machine, so it shows which script is slow, and not how long a user waits.
package struct ScriptTiming {
  private let database: RehearsalDatabase
  private var spent = 0.0

  private static let rowCount = 1000
  /// A report is not worth waiting for longer.
  private static let longest = 5000.0

  /// - Throws: `SQLiteError` if SQLite has no memory.
  package init(_ standIns: StandIns) throws(SQLiteError) {
    database = try RehearsalDatabase(standIns)
  }

  /// Runs the next script of a route.
  ///
  /// - Returns: the time in milliseconds; nil if it changes no table that existed before, or if measuring takes too long.
  package mutating func measure(_ rehearsed: RehearsedScript) -> Double? {
    let tables = rehearsed.touchedTables.compactMap { rehearsed.before[$0] }
      .filter { $0.kind == .table }
    let start = Milliseconds.now
    let isMeasured = !tables.isEmpty && spent < Self.longest
    let counts = isMeasured ? tables.map { fill($0) } : []
    let time = run(rehearsed.script)
    for table in counts.isEmpty ? [] : tables {
      database.attempt("DELETE FROM main.\(table.name.quotedName)")
    }
    spent += Milliseconds.since(start)
    guard let most = counts.max(), most > 0, rehearsed.isComplete else { return nil }
    return time * Double(Self.rowCount) / Double(most)
  }

  private func fill(_ table: SchemaTable) -> Int {
    database.connection.setTriggers(enabled: false)
    defer { database.connection.setTriggers(enabled: true) }
    return database.asRunner {
      guard (try? database.connection.execute("BEGIN")) != nil else { return 0 }
      defer { try? database.connection.execute("COMMIT") }
      var rows = SampleRows(
        .typical, of: table, in: database.connection, hints: SampleHints(of: []))
      return rows.seed(database.connection, count: Self.rowCount)
    }
  }

  private func run(_ script: Script) -> Double {
    database.begin(script)
    let start = Milliseconds.now
    database.run(script) { _ in true }
    let time = Milliseconds.since(start)
    database.end(script, commits: true)
    return time
  }
}
