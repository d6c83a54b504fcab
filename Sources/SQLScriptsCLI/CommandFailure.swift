import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics

/// Ends a command early, with a message for stderr.
struct CommandFailure: Error {
  var status: ExitStatus
  var message: String
  var help: String?
  var diagnostics: [Diagnostic] = []

  /// The failed migration, if it is the reason.
  private(set) var migration: MigrationFailure?

  init(
    _ status: ExitStatus, _ message: String, help: String? = nil, diagnostics: [Diagnostic] = []
  ) {
    self.status = status
    self.message = message
    self.help = help
    self.diagnostics = diagnostics.advised()
  }

  /// Creates the failure for a database that could not be read.
  init(reading failure: MigrationFailure) {
    self.init(
      ExitStatus(failure, isReading: true), "\(failure.database): \(failure.summary)",
      diagnostics: failure.diagnostics)
    migration = failure
  }
}
