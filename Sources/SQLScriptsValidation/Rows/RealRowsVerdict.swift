import SQLScriptsDiagnostics

/// What real rows prove about scripts.
package struct RealRowsVerdict: Sendable {
  /// The findings of rules.
  package internal(set) var diagnostics: [Diagnostic] = []

  /// The source files of the scripts that ran to their ends.
  var judged: Set<ObjectIdentifier> = []

  /// The scripts that passed, by their source files.
  var passes: [ObjectIdentifier: RealPass] = [:]

  /// The suppressions that match no finding about real rows.
  var unusedSuppressions: Set<Diagnostic> = []

  /// Rules about what leaves references to missing rows.
  private static let rulesOfRows: Set = [
    ForeignKeyViolation.id, RenumberedRows.id, RowsLost.id, ValuesMangled.id,
  ]

  package init() {}

  /// Those of the diagnostics of a failed migration that no finding explains. A finding has the line and the rows.
  package func unexplained(_ failure: [Diagnostic]) -> [Diagnostic] {
    failure.filter { stopped in
      !diagnostics.contains {
        $0.severity == .error && $0.span.file.name == stopped.span.file.name
          && (stopped.id == "failed-statement" || Self.rulesOfRows.contains($0.id))
      }
    }
  }
}

extension Diagnostic {
  /// Whether it is about a comment that ignores findings.
  var isAboutSuppression: Bool {
    ["unknown-suppression", "unused-suppression", "suppression-without-reason"].contains(id)
  }
}
