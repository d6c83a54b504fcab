import Foundation
import SQLScripts
import SQLScriptsDatabase
import Testing

/// The INSERTs of real histories leave the same rows, bound or not.
@Suite(.enabled(if: Corpus.root != nil))
struct CorporaBoundInsertTests {
  @Test(arguments: (try? Corpus.listing.get()) ?? [])
  func `a history leaves the same in both ways, byte for byte`(corpus: Corpus) throws {
    try TemporaryFolder.with { folder in
      var options = MigrationOptions()
      let seen = try [true, false].map { binds in
        options.bindsInserts = binds
        let path = "\(folder)/\(binds).sqlite"
        var lines: [String] = []
        do {
          let scripts = try ScriptBundle(directory: corpus.path)
          let report = try Migrator(path: path, scripts: scripts, options: options).migrate()
          lines = report.steps.map { "\($0.version) \($0.statementCount) \($0.notices)" }
        } catch {
          lines.append("\(error)".replacingOccurrences(of: path, with: "PATH"))
        }
        guard FileManager.default.fileExists(atPath: path) else { return lines }
        return try lines + rows(of: path)
      }
      #expect(seen[0] == seen[1])
      print("compared \(corpus.name): \(seen[0].count) rows and steps")
    }
  }

  private func rows(of path: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly, busyTimeout: Milliseconds(0))
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
