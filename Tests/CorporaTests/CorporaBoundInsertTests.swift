import CSQLScriptsSQLite
import Foundation
import SQLScripts
import SQLScriptsDatabase
import Testing

/// The INSERTs of real histories leave the same rows, bound or not.
struct CorporaBoundInsertTests {
  @Test(arguments: (try? Corpus.listing.get()) ?? [])
  func `a history leaves the same database with and without binding, byte for byte`(corpus: Corpus)
    throws
  {
    let seen = try [true, false].map { binds in
      let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
      let clock = Clock()
      clock.install(on: connection)
      var options = MigrationOptions()
      options.bindsInserts = binds
      var lines: [String] = []
      do {
        let scripts = try ScriptBundle(directory: corpus.path)
        let migrator = Migrator(connection: connection.handle, scripts: scripts, options: options)
        let report = try migrator.migrate()
        lines = report.steps.map { "\($0.version) \($0.statementCount) \($0.notices)" }
      } catch {
        lines.append("\(error)")
      }
      return try withExtendedLifetime(clock) { try lines + rows(of: connection) }
    }
    #expect(seen[0] == seen[1])
    print("compared \(corpus.name): \(seen[0].count) rows and steps")
  }

  /// A counter instead of the clock and random numbers, so that two runs can be the same.
  private final class Clock {
    private var count: Int64 = 0

    /// SQLite prefers a function with the exact number of arguments, so all of its own are replaced.
    func install(on connection: Connection) {
      let names = ["date", "time", "datetime", "julianday", "strftime", "unixepoch"].map {
        ($0, -1)
      }
      let words = ["random", "current_timestamp", "current_date", "current_time"].map { ($0, 0) }
      for (name, arguments) in names + words + [("randomblob", 1)] {
        sqlite3_create_function_v2(
          connection.handle, name, Int32(arguments), SQLITE_UTF8 | SQLITE_DETERMINISTIC,
          Unmanaged.passUnretained(self).toOpaque(),
          { context, _, _ in
            guard let pointer = sqlite3_user_data(context) else { return }
            let clock = Unmanaged<Clock>.fromOpaque(pointer).takeUnretainedValue()
            clock.count += 1
            sqlite3_result_int64(context, clock.count)
          }, nil, nil, nil)
      }
    }
  }

  private func rows(of connection: Connection) throws -> [String] {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'db_version_history'")
    return try tables.compactMap { $0[0].string }.flatMap { table in
      try connection.rows("SELECT * FROM \"\(table.replacingOccurrences(of: "\"", with: "\"\""))\"")
        .map { row in "\(table): \(row.map(bits))" }
    }
  }

  private func bits(_ value: SQLiteValue) -> String {
    if case .real(let number) = value { return "real \(number.bitPattern)" }
    return String(reflecting: value)
  }
}
