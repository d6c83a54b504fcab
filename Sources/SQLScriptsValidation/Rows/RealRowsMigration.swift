import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsScratch

/// Migrates rows that the author supplies, in a scratch database, and judges them by the rules that judge rows.
struct RealRowsMigration {
  /// What the migration showed.
  struct Outcome {
    /// A summary as text, unless a script failed.
    var words: String?
    /// The findings of rules.
    var verdict = RealRowsVerdict()
    /// The failure of the migration, unless a rule explains it.
    var failure: [Diagnostic] = []
  }

  let library: ScriptLibrary
  let settings: BundleSettings

  init(_ library: ScriptLibrary, settings: BundleSettings) {
    self.library = library
    self.settings = settings
  }

  func run(on rows: RealRows) throws(RealRows.LoadError) -> Outcome {
    var outcome = Outcome()
    do {
      let connection = try Connection(temporaryWithCache: MigrationRehearsal.cache)
      try StandIns(settings).add(to: connection)
      var options = MigrationOptions()
      options.groupCommit = .zero
      let migrator = Migrator(connection: connection, library: library, options: options)
      try fill(connection, with: rows)
      outcome.verdict = RealRowsJudge(settings: settings)
        .judge(try migrator.plan(), of: library, on: connection)
      let report = try migrator.migrate()
      outcome.words = words(of: report, on: rows)
    } catch let error as MigrationFailure {
      switch error.reason {
      case .refused, .bundle, .database: throw rows.loadError(error.summary)
      default: outcome.failure = outcome.verdict.unexplained(library.diagnostics(of: error.reason))
      }
    } catch let error as SQLiteError where error.code.primary == .cannotOpen {
      throw rows.loadError(error.message)
    } catch let error as SQLiteError {
      throw rows.loadError("SQLite said “\(error.message)” [\(error.code)]")
    } catch let error as RealRows.LoadError {
      throw error
    } catch {
      throw rows.loadError("\(error)")
    }
    return outcome
  }

  private func fill(_ connection: Connection, with rows: RealRows) throws {
    switch rows {
    case .copy(let path):
      let source = try Connection.forCopying(path, busyTimeout: Milliseconds(5000))
      try connection.copyAll(of: source, busyTimeout: Milliseconds(5000))
    case .statements(let file):
      guard let start = library.oldestStart else {
        throw rows.loadError("the scripts cannot create a database for them")
      }
      var options = MigrationOptions()
      options.groupCommit = .zero
      try Migrator(connection: connection, library: start.library, options: options)
        .migrate(to: start.version)
      try insert(file, connection)
    }
  }

  /// Runs the statements of a file in one transaction, with the restrictions of scripts.
  private func insert(_ file: SourceFile, _ connection: Connection) throws {
    let rows = RealRows.statements(file)
    let name = ScriptFile(
      kind: .default, format: .sql, name: file.name, displayName: file.name, content: .bytes([]))
    let shaped = ScriptShape.shape(sql: file, of: name)
    if let error = shaped.diagnostics.first(where: { $0.severity == .error }) {
      throw rows.loadError("\(error.span.start): \(error.message)")
    }
    guard let script = shaped.script else { return }
    try connection.setScratchLimits()
    try connection.execute("BEGIN")
    try ScratchGuard.watching(connection, running: script) { authorizer in
      let executor = ScriptExecutor(connection, authorizer: authorizer)
      executor.allowsForeignKeyChecks = false
      let inserter = RealRowsInserter(rows, from: file)
      try executor.begin(script)
      defer { executor.end() }
      try? executor.runItems(of: script, for: inserter)
      if let problem = inserter.problem { throw problem }
      authorizer.mode = .runner
      authorizer.dropTemporaryObjects(connection)
    }
    if !connection.isInAutocommit { try connection.execute("COMMIT") }
  }

  private func words(of report: MigrationReport, on rows: RealRows) -> String {
    let way = report.from.map { "from version \($0) to \(report.to)" } ?? "to version \(report.to)"
    return "\(rows.words) migrated \(way)"
  }
}

extension RealRows {
  fileprivate var words: String {
    switch self {
    case .copy(let path): "a copy of \(path)"
    case .statements(let file): "the rows of \(file.name)"
    }
  }

  fileprivate func loadError(_ reason: String) -> LoadError {
    switch self {
    case .copy(let path): LoadError(message: "“\(path)” cannot be rehearsed: \(reason)")
    case .statements(let file): LoadError(message: "“\(file.name)” cannot be rehearsed: \(reason)")
    }
  }
}

/// Stops at the first statement that fails and reports its place.
private final class RealRowsInserter: ScriptExecutorDelegate {
  private let rows: RealRows
  private let file: SourceFile
  private(set) var problem: RealRows.LoadError?

  init(_ rows: RealRows, from file: SourceFile) {
    self.rows = rows
    self.file = file
  }

  func begin(_ item: ScriptItem, condition: Bool?) -> ScriptItemUse {
    condition ?? true ? .run : .skip
  }
  func willCompile(_ place: StatementPlace) {}
  func willRun(_ statement: Statement, _ text: StatementText) {}
  func didRun(_ place: StatementPlace) {}
  func didRun(_ item: ScriptItem, number: Int) {}

  func didFail(_ error: StatementError, at place: StatementPlace) throws(StepInterruption) {
    let blanks = file.bytes[place.offset...].prefix { $0 <= 0x20 }.count
    let location = file.location(at: place.offset + (error.error.offset ?? blanks))
    let why =
      if case .denied(let denial) = error.reason {
        "\(denial)"
      } else {
        "SQLite said “\(error.error.message)”"
      }
    problem = rows.loadError("\(location): \(why)")
    throw .abandoned
  }
}
