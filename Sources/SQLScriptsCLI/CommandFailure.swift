import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics

/// Ends a command early, with a message for stderr.
struct CommandFailure: Error {
  var status: ExitStatus
  var message: String
  var help: String?
  var diagnostics: [Diagnostic] = []

  init(
    _ status: ExitStatus, _ message: String, help: String? = nil, diagnostics: [Diagnostic] = []
  ) {
    self.status = status
    self.message = message
    self.help = help
    self.diagnostics = diagnostics.advised()
  }

  /// Creates the stop for a database that could not be read.
  init(looking failure: MigrationFailure) {
    self.init(
      ExitStatus(failure, isLooking: true), "\(failure.database): \(failure.summary)",
      diagnostics: failure.diagnostics)
  }
}
