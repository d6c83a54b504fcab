import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSchema

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

  /// Runs the statements of a file, in one transaction.
  private func insert(_ file: SourceFile, _ connection: Connection) throws {
    // SQLite reads up to a NUL.
    let text = file.bytes.prefix { $0 != 0 } + [0]
    try connection.execute("BEGIN")
    try text.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      var place = start
      while place.pointee != 0 {
        let statement = place
        do {
          let prepared = try connection.prepare(at: place, end: &place)
          try prepared?.run()
          if prepared == nil, place == statement { break }
        } catch let error as SQLiteError {
          let blanks = file.bytes[(statement - start)...].prefix { $0 <= 0x20 }.count
          let offset = statement - start + (error.offset ?? blanks)
          throw RealRows.statements(file)
            .unusable("\(file.location(at: offset)): SQLite said “\(error.message)”")
        }
      }
    }
    if !connection.isInAutocommit { try connection.execute("COMMIT") }
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
