import SQLScriptsDiagnostics
import SQLScriptsFiles

extension BundleSettings {
  /// A finding of a rule with the severity of the settings; nil if they turn it off. A proved failure stays.
  func leveled(_ diagnostic: Diagnostic) -> Diagnostic? {
    guard rules[diagnostic.id] != nil else { return diagnostic }
    let canChange =
      RuleCatalog.rule(diagnostic.id) == nil
      ? RulePage.page(diagnostic.id)?.canBeTurnedOff ?? false : RuleCatalog.canBeAllowed(diagnostic)
    return canChange ? judged(diagnostic) : diagnostic
  }

  /// Any finding with the severity of the settings.
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
