import SQLScriptsDiagnostics

extension [Diagnostic] {
  /// Whether a file could not be read, so that more may be wrong.
  package var hasUnreadableFile: Bool { contains { $0.id == "unreadable-file" } }
}
