import SQLScriptsDiagnostics

/// A diagnostic on one line, as Xcode shows it at its line when a build phase or a plugin prints it:
/// `/path/file:line:column: error: message [id]`.
package struct XcodeRenderer: Sendable {
  private let folder: WorkingFolder

  /// - Parameter folder: what relative names count from. Xcode wants absolute paths.
  package init(folder: WorkingFolder) {
    self.folder = folder
  }

  /// A diagnostic as one line, without its line end.
  package func text(_ diagnostic: Diagnostic) -> String {
    let span = diagnostic.span
    var start = span.start
    start.file = folder.absolutePath(of: start.file)
    let words = [
      VisibleText.oneLine(span.file.isNameOnly ? start.file : "\(start)"),
      diagnostic.severity.compilerWord,
      "\(VisibleText.oneLine(diagnostic.message)) [\(VisibleText.oneLine(diagnostic.id))]",
    ]
    return words.joined(separator: ": ")
  }
}

extension Diagnostic.Severity {
  /// What compilers call it, and programs that read what compilers say.
  package var compilerWord: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
