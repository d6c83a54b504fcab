import SQLScriptsDiagnostics

/// Renders a diagnostic on one line, in the format that editors, Xcode and CI recognize: `file:line:column: error:
/// message. Advice. [id]`, with the first sentence of the advice.
package struct ConciseRenderer: Sendable {
  package init() {}

  package func line(_ diagnostic: Diagnostic) -> StyledText {
    let severity = diagnostic.severity
    var line = StyledText(VisibleText.oneLine(diagnostic.span.place), .path)
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
