import SQLScriptsDiagnostics

extension RuleCatalog {
  /// Whether an author may ignore a finding. If a rule that only warns reports an error, it has seen the statement
  /// fail.
  static func canBeAllowed(_ diagnostic: Diagnostic) -> Bool {
    guard let documentation = rule(diagnostic.id)?.documentation, documentation.canBeAllowed else {
      return false
    }
    return diagnostic.severity != .error || documentation.severity == .error
  }
}
