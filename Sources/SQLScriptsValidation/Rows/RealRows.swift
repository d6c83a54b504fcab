import SQLScriptsDiagnostics

/// Rows that somebody brings along, so that the updates are tried on what users have.
package enum RealRows: Sendable {
  /// A copy of a database in memory, updated from its version on. The database itself is only read.
  case copy(of: String)

  /// Statements for a database of the oldest version, which is then updated.
  case statements(SourceFile)

  /// Why they cannot be used: nothing about the scripts was found out.
  package struct Unusable: Error, Hashable {
    package let message: String
  }
}
