import SQLScriptsDiagnostics
import SQLScriptsFiles

extension BundleSettings {
  /// A finding as the settings want it; nil if they turn it off.
  func leveled(_ diagnostic: Diagnostic) -> Diagnostic? {
    guard let level = rules[diagnostic.id] else { return diagnostic }
    if !RuleCatalog.canBeAllowed(diagnostic) { return diagnostic }
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
