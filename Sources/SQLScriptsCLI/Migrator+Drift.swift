import SQLScripts

extension Migrator {
  /// Mentions scripts that were edited after the database had applied them, on stderr. They are not an error: the
  /// scripts may be the author's next attempt.
  func printDrift(on terminal: Terminal) {
    // A database that cannot be read was reported before.
    guard let status = try? status(checkingDrift: true) else { return }
    terminal.printError(status.driftLine(of: database).map { [$0] } ?? [])
  }
}
