import SQLScriptsDiagnostics
import SQLScriptsFiles

extension BundleSettings {
  /// A finding of a rule as the settings want it; nil if they turn it off. What is proved to fail stays.
  func leveled(_ diagnostic: Diagnostic) -> Diagnostic? {
    RuleCatalog.canBeAllowed(diagnostic) ? judged(diagnostic) : diagnostic
  }

  /// A finding as the settings want it, whatever it is.
  func judged(_ diagnostic: Diagnostic) -> Diagnostic? {
    guard let level = rules[diagnostic.id] else { return diagnostic }
    var diagnostic = diagnostic
    switch level {
    case .off: return nil
    case .info: diagnostic.severity = .info
    case .warning: diagnostic.severity = .warning
    case .error: diagnostic.severity = .error
    }
    return diagnostic
  }
}
