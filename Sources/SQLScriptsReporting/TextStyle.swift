import SQLScriptsDiagnostics

/// What a piece of text is, never how it looks: whoever prints it decides that.
package enum TextStyle: String, Sendable, CaseIterable {
  case error, warning, info, path, lineNumber, caret, emphasis, dim
}

extension Diagnostic.Severity {
  /// The role of words of this severity.
  package var style: TextStyle {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .info
    }
  }
}
