import ArgumentParser
import SQLScriptsDiagnostics

/// How bad a finding must be for the command to end with status 1.
enum FailOn: String, CaseIterable, ExpressibleByArgument {
  case error, warning, never

  /// The least severity that does it; nil if none does.
  var severity: Diagnostic.Severity? {
    switch self {
    case .error: .error
    case .warning: .warning
    case .never: nil
    }
  }
}
