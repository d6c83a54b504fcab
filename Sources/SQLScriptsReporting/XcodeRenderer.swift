import SQLScriptsDiagnostics

/// Renders a diagnostic on one line, as Xcode recognizes it in the output of a build phase or a plugin:
/// `/path/file:line:column: error: message. Advice. [id]`, with the first sentence of the advice.
package struct XcodeRenderer: Sendable {
  private let folder: WorkingFolder

  /// - Parameter folder: the folder of relative names. Xcode needs absolute paths.
  package init(folder: WorkingFolder) {
    self.folder = folder
  }

  /// The diagnostic as one line, without a line ending.
  package func text(_ diagnostic: Diagnostic) -> String {
    let span = diagnostic.span
    var start = span.start
    start.file = folder.absolutePath(of: start.file)
    let words = [
      VisibleText.oneLine(span.file.isNameOnly ? start.file : "\(start)"),
      diagnostic.severity.compilerWord,
      "\(diagnostic.messageAndAdvice) [\(VisibleText.oneLine(diagnostic.id))]",
    ]
    return words.joined(separator: ": ")
  }
}

extension Diagnostic.Severity {
  /// The word that compilers use for it.
  package var compilerWord: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
