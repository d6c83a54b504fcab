import SQLScriptsDiagnostics

/// A diagnostic on one line, in the form that editors, Xcode and CI find by themselves:
/// `file:line:column: error: message [id]`.
package struct ConciseRenderer: Sendable {
  package init() {}

  package func line(_ diagnostic: Diagnostic) -> StyledText {
    let severity = diagnostic.severity
    var line = StyledText(VisibleText.oneLine(diagnostic.span.place), .path)
    line.append(": ")
    line.append(severity.rawValue, severity.style)
    line.append(": " + VisibleText.oneLine(diagnostic.message))
    line.append(" [\(VisibleText.oneLine(diagnostic.id))]", .dim)
    return line
  }

  /// A diagnostic as one line, without its line end.
  package func text(_ diagnostic: Diagnostic, painter: Painter = .plain) -> String {
    painter.text(line(diagnostic))
  }
}
