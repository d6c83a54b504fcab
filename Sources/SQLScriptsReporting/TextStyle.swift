import SQLScriptsDiagnostics

/// The role of a piece of text. The output decides how it looks.
package enum TextStyle: String, Sendable, CaseIterable {
  case error, warning, info, path, lineNumber, caret, emphasis, dim
}

extension Diagnostic.Severity {
  /// The role of text with this severity.
  package var style: TextStyle {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .info
    }
  }
}
