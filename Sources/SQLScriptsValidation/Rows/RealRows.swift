import SQLScriptsDiagnostics

/// Rows that the author supplies, so that the updates are rehearsed on realistic data.
package enum RealRows: Sendable {
  /// A copy of a database in memory, migrated from its version. The database itself is only read.
  case copy(of: String)

  /// Statements for a database of the oldest version, which is then migrated.
  case statements(SourceFile)

  /// The reason why they cannot be used. The scripts were not checked.
  package struct LoadError: Error, Hashable {
    package let message: String

    package init(message: String) { self.message = message }
  }
}
