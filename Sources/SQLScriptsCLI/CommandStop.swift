import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics

/// Ends a command early, with what is to be said on stderr.
struct CommandStop: Error {
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

  /// A database that could not be looked at.
  init(looking failure: MigrationFailure) {
    self.init(
      ExitStatus(failure, isLooking: true), "\(failure.database): \(failure.summary)",
      diagnostics: failure.diagnostics)
  }
}
