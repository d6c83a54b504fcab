import SQLScriptsDiagnostics

extension [Diagnostic] {
  /// Whether a file could not be read, so that more may be wrong.
  package var haveUnreadableFile: Bool { contains { $0.id == "unreadable-file" } }
}
