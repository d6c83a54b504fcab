import SQLScriptsDiagnostics

extension RuleCatalog {
  private static let rulesOfLosses: Set = [
    ValuesMangled.id, DateUnit.id, NullInConcatenation.id, ConstantResult.id,
  ]

  /// Whether an author may ignore a finding. If a rule that only warns reports an error, it has seen the statement
  /// fail, unless it is about lost values, which an author may want to lose.
  static func canBeAllowed(_ diagnostic: Diagnostic) -> Bool {
    guard let documentation = rule(diagnostic.id)?.documentation, documentation.canBeAllowed else {
      return false
    }
    return diagnostic.severity != .error || documentation.severity == .error
      || rulesOfLosses.contains(diagnostic.id)
  }
}
