import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

extension TrialMigration {
  /// Updates rows that somebody brought along, in memory, with the same runner that migrates real ones.
  ///
  /// - Returns: what was done, in words, unless a script stopped; and what was found.
  func run(
    on rows: RealRows
  ) throws(RealRows.Unusable) -> (words: String?, diagnostics: [Diagnostic]) {
    do {
      let connection = try Connection(
        path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
      var options = MigrationOptions()
      options.groupCommit = .zero
      let migrator = Migrator(connection: connection, library: library, options: options)
      try fill(connection, with: rows, migrator)
      let before = try counts(in: connection)
      let report = try migrator.migrate()
      let lost = losses(from: before, to: try counts(in: connection), by: report)
      return (words(of: report, on: rows), lost)
    } catch let error as MigrationFailure {
      switch error.reason {
      case .refused, .bundle, .database: throw rows.unusable(error.summary)
      default: return (nil, diagnostics(of: error))
      }
    } catch let error as SQLiteError where error.code.primary == .cannotOpen {
      throw rows.unusable(error.message)
    } catch let error as SQLiteError {
      throw rows.unusable("SQLite said “\(error.message)” [\(error.code)]")
    } catch let error as RealRows.Unusable {
      throw error
    } catch {
      throw rows.unusable("\(error)")
    }
  }

  private func fill(_ connection: Connection, with rows: RealRows, _ migrator: Migrator) throws {
    switch rows {
    case .copy(let path):
      let source = try Connection.forCopying(path, busyTimeout: Milliseconds(5000))
      try connection.copyAll(of: source, waiting: Milliseconds(5000))
    case .statements(let file):
      guard let oldestVersion else {
        throw rows.unusable("no script makes a new database that they could be put into")
      }
      try migrator.migrate(to: oldestVersion)
      try insert(file, connection)
    }
  }

  /// Runs the statements of a file, in one transaction and under the rules of scripts.
  private func insert(_ file: SourceFile, _ connection: Connection) throws {
    let rows = RealRows.statements(file)
    let name = ScriptFile(
      kind: .default, format: .sql, name: file.name, displayName: file.name, content: .bytes([]))
    let shaped = ScriptShape.shape(sql: file, of: name)
    if let error = shaped.diagnostics.first(where: { $0.severity == .error }) {
      throw rows.unusable("\(error.span.start): \(error.message)")
    }
    guard let script = shaped.script else { return }
    try connection.setScratchLimits()
    try connection.execute("BEGIN")
    try ScratchGuard.watching(connection, running: script) { authorizer in
      for item in script.items {
        try script.document.withBytes(of: item.text) { text in
          try run(text, from: item.text.lowerBound, of: file, connection, authorizer)
        }
      }
      authorizer.mode = .runner
      authorizer.dropTemporaryObjects(connection)
    }
    if !connection.isInAutocommit { try connection.execute("COMMIT") }
  }

  /// - Parameters:
  ///   - text: statements with a NUL behind them.
  ///   - offset: where in the file they are.
  private func run(
    _ text: UnsafeBufferPointer<UInt8>, from offset: Int, of file: SourceFile,
    _ connection: Connection, _ authorizer: ScriptAuthorizer
  ) throws {
    guard let base = text.baseAddress else { return }
    try base.withMemoryRebound(to: CChar.self, capacity: text.count + 1) { start in
      var place = start
      while place < start + text.count {
        let statement = place
        let offset = offset + (statement - start)
        authorizer.beginStatement()
        authorizer.offset = offset
        do throws(SQLiteError) {
          try connection.prepare(at: statement, end: &place)?.run()
          guard place > statement else { return }
        } catch {
          let blanks = file.bytes[offset...].prefix { $0 <= 0x20 }.count
          let why = authorizer.denial.map { "\($0)" } ?? "SQLite said “\(error.message)”"
          throw RealRows.statements(file)
            .unusable("\(file.location(at: offset + (error.offset ?? blanks))): \(why)")
        }
      }
    }
  }

  private func counts(in connection: Connection) throws(SQLiteError) -> [String: Int] {
    let schema = try VersionSchemas.snapshot(of: connection)
    var counts: [String: Int] = [:]
    for table in schema.tables.values where table.kind == .table {
      let query = "SELECT count(*) FROM main.\(table.name.quotedName)"
      counts[table.name] = try connection.value(query)?.int
    }
    return counts
  }

  /// The tables that have fewer rows than before, as remarks: a DELETE may be meant.
  private func losses(
    from before: [String: Int], to after: [String: Int], by report: MigrationReport
  ) -> [Diagnostic] {
    guard let script = report.steps.last?.script, let span = span(of: script) else { return [] }
    return before.sorted { $0.key < $1.key }.compactMap { table, count in
      guard let left = after[table], left < count else { return nil }
      return Diagnostic(
        "rows-lost", .info, "“\(table)” had \(count) rows in the real data, and has \(left) now",
        at: span, help: "Look whether the updates are meant to delete them.")
    }
  }

  private func words(of report: MigrationReport, on rows: RealRows) -> String {
    let way = report.from.map { "from version \($0) to \(report.to)" } ?? "to version \(report.to)"
    return "\(rows.words) updated \(way)"
  }
}

extension RealRows {
  fileprivate var words: String {
    switch self {
    case .copy(let path): "a copy of \(path)"
    case .statements(let file): "the rows of \(file.name)"
    }
  }

  fileprivate func unusable(_ reason: String) -> Unusable {
    switch self {
    case .copy(let path): Unusable(message: "“\(path)” cannot be tried: \(reason)")
    case .statements(let file): Unusable(message: "“\(file.name)” cannot be tried: \(reason)")
    }
  }
}
