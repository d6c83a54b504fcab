import SQLScriptsDiagnostics

/// Renders a diagnostic on one line, in the format that editors, Xcode and CI recognize: `file:line:column: error:
/// message. Advice. [id]`, with the first sentence of the advice.
package struct ConciseRenderer: Sendable {
  private let folder: WorkingFolder?

  /// - Parameter folder: the folder to whose files the names are relative; nil for the names as they were given.
  package init(folder: WorkingFolder? = nil) {
    self.folder = folder
  }

  package func line(_ diagnostic: Diagnostic) -> StyledText {
    let severity = diagnostic.severity
    let span = diagnostic.span
    var start = span.start
    if let folder { start.file = folder.relativePath(of: start.file) }
    let place = span.file.isNameOnly ? start.file : "\(start)"
    var line = StyledText(VisibleText.oneLine(place), .path)
    line.append(": ")
    line.append(severity.rawValue, severity.style)
    line.append(": " + diagnostic.messageAndAdvice)
    line.append(" [\(VisibleText.oneLine(diagnostic.id))]", .dim)
    return line
  }

  /// The diagnostic as one line, without a line ending.
  package func text(_ diagnostic: Diagnostic, painter: Painter = .plain) -> String {
    painter.text(line(diagnostic))
  }
}
