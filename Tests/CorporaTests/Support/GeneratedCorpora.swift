import Foundation
import SQLScriptsDatabase
import TestSupport

/// Generated histories with the results of plain SQLite, for a checkout without `SQLSCRIPTS_CORPORA`.
enum GeneratedCorpora {
  /// The same seeds each time, so that results are comparable.
  private static let seeds: ClosedRange<UInt64> = 1...3
  private static let versions = 18

  static func make() throws -> [Corpus] {
    let folder = try TemporaryFolder()
    removed.append(folder)
    if removed.count == 1 { atexit { GeneratedCorpora.removed.forEach { $0.remove() } } }
    var corpora: [Corpus] = []
    for style in GeneratedHistory.Style.allCases {
      for seed in seeds {
        let history = GeneratedHistory(style, seed: seed, versions: versions)
        let name = "generated/\(style.rawValue)-\(seed)"
        corpora.append(try corpus(name, history, in: folder, as: .tool))
      }
      let history = GeneratedHistory(style, seed: 100, versions: versions)
      let name = "generated/seeded/\(style.rawValue)"
      corpora.append(try corpus(name, history, in: folder, isSeeded: true, as: .tool))
    }
    let searched = GeneratedHistory(.plain, seed: 200, versions: versions, hasFullText: true)
    corpora.append(try corpus("generated/full-text", searched, in: folder, as: .tool))

    var failing = GeneratedHistory(.room, seed: 300, versions: versions)
    failing.append("fails", ["CREATE TABLE half (a)", "INSERT INTO nowhere VALUES (1)"])
    corpora.append(try corpus("generated/fails", failing, in: folder, as: .fails))

    var transactions = GeneratedHistory(.room, seed: 400, versions: versions, hasTransactions: true)
    transactions.append(
      "schema-table",
      [
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'log', 'log')",
        "PRAGMA writable_schema = OFF",
      ])
    corpora.append(try corpus("generated/transactions", transactions, in: folder, as: .strip))
    return corpora.sorted { $0.name < $1.name }
  }

  // Only used while `Corpus.listing` is computed, and at the end of the process.
  nonisolated(unsafe) private static var removed: [TemporaryFolder] = []

  private static func corpus(
    _ name: String, _ history: GeneratedHistory, in folder: TemporaryFolder, isSeeded: Bool = false,
    as mode: Expectation.Mode
  ) throws -> Corpus {
    let path = folder.path(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (file, text) in history.files { try folder.write(text, to: "\(name)/\(file)") }
    let files = history.files.map(\.name)
    let count = mode == .tool ? files.count : files.count - 1
    let (steps, database) = try replay(history.files.prefix(count).map(\.text))
    let failure = Expectation.Failure(
      version: Int64(files.count), file: files.last ?? "", statement: 2,
      error: "no such table: nowhere")
    let expected = Expectation(
      mode: mode, steps: isSeeded ? nil : steps + (mode == .tool ? [] : [nil]),
      lastGoodSchema: mode == .fails ? steps.last ?? nil : nil,
      failsAt: mode == .fails ? failure : nil,
      schema: try database.schemaHash(), integrity: "ok", foreignKeyViolations: 0,
      tables: isSeeded ? try tables(of: database) : nil)
    return Corpus(name: name, path: path, files: files, expected: expected)
  }

  /// The oracle: SQLite runs the statements in order, without the runner and without foreign keys.
  private static func replay(_ scripts: [String]) throws -> ([String?], Database) {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let splitter = try StatementSplitter()
    var steps: [String?] = []
    for script in scripts {
      for statement in try splitter.statements(in: Array(script.utf8)) {
        if statement.isTransactionControl || statement.contains(#/^(?:--.*\s+)*PRAGMA/#) {
          continue
        }
        do {
          try connection.execute(statement)
        } catch {
          // SQLite's advice for a rebuild under a view: https://www.sqlite.org/lang_altertable.html
          guard statement.contains("RENAME TO") else { throw error }
          try connection.execute("PRAGMA legacy_alter_table = ON")
          try connection.execute(statement)
          try connection.execute("PRAGMA legacy_alter_table = OFF")
        }
      }
      steps.append(try Database(connection).schemaHash())
    }
    return (steps, Database(connection))
  }

  private static func tables(of database: Database) throws -> [String: Expectation.Table] {
    var tables: [String: Expectation.Table] = [:]
    for table in try database.tables() {
      let columns = try database.connection.rows(
        "SELECT name FROM pragma_table_xinfo(?)", .text(table)
      ).compactMap { $0[0].string }
      let hashes = try columns.map { ($0, try database.columnHash($0, of: table)) }
      tables[table] = Expectation.Table(
        rows: try database.rowCount(table) ?? 0,
        cols: Dictionary(hashes, uniquingKeysWith: { first, _ in first }))
    }
    return tables
  }
}
