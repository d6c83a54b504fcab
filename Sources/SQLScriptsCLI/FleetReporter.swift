import SQLScripts
import SQLScriptsDiagnostics

/// Reports the databases of a migration as they are done, and all of them at its end.
final class FleetReporter: Sendable {
  private struct State {
    var results: [Int: MigrationResult] = [:]
    var shown: Set<Diagnostic> = []
  }

  private let terminal: Terminal
  private let bar: ProgressBar
  private let format: MigrateCommand.Format
  private let count: Int
  private let state = Lock(State())

  init(_ terminal: Terminal, bar: ProgressBar, format: MigrateCommand.Format, count: Int) {
    self.terminal = terminal
    self.bar = bar
    self.format = format
    self.count = count
  }

  func report(_ result: MigrationResult, at index: Int) {
    let (done, warnings, isNew) = state.withLock { state in
      state.results[index] = result
      // The scripts are the same for all databases, and so is what is to be said about them.
      let warnings = result.warnings.filter { state.shown.insert($0).inserted }
      let isNew = result.errors.reduce(false) { state.shown.insert($1).inserted || $0 }
      return (state.results.count, warnings, isNew)
    }
    terminal.complain(warnings.map { ConciseRenderer().line($0) })
    switch format {
    case .human: terminal.print(result.lines(width: terminal.excerptWidth, isNew: isNew))
    case .jsonl: terminal.printLine(.document(result.members))
    case .json: break
    }
    if count > 1, format == .human {
      bar.show(Double(done) / Double(count), "\(done) of \(count) databases")
    }
  }

  /// Says what is left to say.
  func finish() -> ExitStatus {
    bar.clear()
    let results = state.withLock { $0.results.sorted { $0.key < $1.key }.map(\.value) }
    switch format {
    case .human where count > 1: terminal.print(summary(results))
    case .json:
      terminal.print(
        .document([.init("databases", .array(results.map { .object($0.members) }))]))
    case .human, .jsonl: break
    }
    return results.map(\.status).max() ?? .fine
  }

  private func summary(_ results: [MigrationResult]) -> StyledText {
    let migrated = results.count { $0.outcome == .migrated }
    let current = results.count { $0.outcome == .current }
    let stopped = results.count - migrated - current
    var line = StyledText("\(results.count) databases: \(migrated) migrated, \(current) current, ")
    line.append("\(stopped) stopped", stopped > 0 ? .error : nil)
    return line
  }
}
