import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting

/// Reports each database when it is done, and a summary at the end.
///
/// It only keeps counts and the data for `--format json`, because there may be many databases.
final class FleetReporter: Sendable {
  private struct State {
    var counts: [MigrationResult.Outcome: Int] = [:]
    var status = ExitStatus.fine
    var leftOut = 0
    var hasFailedStatement = false
    var needsApp = false
    var isStoppedByRows = false
    var documents: [Int: JSONText] = [:]
    var shown: Set<Diagnostic> = []

    var count: Int { counts.values.reduce(0, +) }
  }

  private let terminal: Terminal
  private let bar: ProgressBar
  private let format: FleetFormat
  private let count: Int
  private let state = Lock(State())

  init(_ terminal: Terminal, bar: ProgressBar, format: FleetFormat, count: Int) {
    self.terminal = terminal
    self.bar = bar
    self.format = format
    self.count = count
  }

  func report(_ result: MigrationResult, at index: Int) {
    let (done, warnings, isNew) = state.withLock { state in
      state.counts[result.outcome, default: 0] += 1
      state.status = max(state.status, result.status)
      if result.hasFailedStatement { state.hasFailedStatement = true }
      if result.needsApp { state.needsApp = true }
      if result.isStoppedByRows { state.isStoppedByRows = true }
      if format == .json { state.documents[index] = result.json }
      // The scripts are the same for all databases, so each warning is shown once.
      let warnings = result.warnings.filter { state.shown.insert($0).inserted }
      let isNew = result.errors.reduce(false) { state.shown.insert($1).inserted || $0 }
      return (state.count, warnings, isNew)
    }
    terminal.printError(warnings.map { ConciseRenderer().line($0) })
    switch format {
    case .human: terminal.print(result.lines(width: terminal.excerptWidth, isNew: isNew))
    case .jsonl: terminal.printLine(result.document)
    case .json: break
    }
    if count > 1, format == .human {
      bar.show(Double(done) / Double(count), "\(done) of \(count) databases")
    }
  }

  /// Whether a statement failed, which `validate` explains better than SQLite's message.
  var hasFailedStatement: Bool { state.withLock { $0.hasFailedStatement } }

  /// Whether a statement failed because only the app has what it calls.
  var needsApp: Bool { state.withLock { $0.needsApp } }
  var isStoppedByRows: Bool { state.withLock { $0.isStoppedByRows } }

  /// Counts a database that was not started because the run was ending.
  func leaveOut() {
    state.withLock { state in
      state.leftOut += 1
      state.status = max(state.status, .findings)
    }
  }

  /// Prints the summary.
  ///
  /// - Parameter problem: an error that concerns no database.
  func finish(_ problem: CommandFailure? = nil) -> ExitStatus {
    bar.clear()
    let state = state.withLock { $0 }
    switch format {
    case .human where count != 1: terminal.print(summary(state))
    case .jsonl where count != 1: terminal.printError([summary(state)])
    case .json:
      let documents = state.documents.sorted { $0.key < $1.key }.map(\.value)
      terminal.print(
        .document(
          [.init("databases", .array(documents)), .init("notStarted", .int(state.leftOut))],
          error: problem?.json ?? .null))
    case .human, .jsonl: break
    }
    guard let problem, state.status == .fine else { return state.status }
    terminal.printError(problem)
    terminal.printDocument(of: problem, as: format.machine)
    return problem.status
  }

  private func summary(_ state: State) -> StyledText {
    let stopped = [.refused, .stopped].reduce(0) { $0 + (state.counts[$1] ?? 0) }
    var parts: [String] = []
    if let adopted = state.counts[.adopted] { parts.append("\(adopted) adopted") }
    parts.append("\(state.counts[.migrated] ?? 0) migrated")
    parts.append("\(state.counts[.current] ?? 0) current")
    var line = StyledText("\(count) databases: \(parts.joined(separator: ", ")), ")
    line.append("\(stopped) stopped", stopped > 0 ? .error : nil)
    if state.leftOut > 0 { line.append(", \(state.leftOut) not begun", .error) }
    return line
  }
}
