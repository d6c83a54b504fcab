import ArgumentParser
import SQLScriptsDiagnostics

/// The severity from which a finding causes exit status 1.
enum FailOn: String, CaseIterable, ExpressibleByArgument {
  case error, warning, never

  /// The lowest such severity; nil for none.
  var severity: Diagnostic.Severity? {
    switch self {
    case .error: .error
    case .warning: .warning
    case .never: nil
    }
  }
}
