import SQLScriptsDiagnostics

/// A problem in a script file, with its place and a message.
public struct ScriptFinding: Sendable, Hashable {
  /// The severity of a finding.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The script cannot run.
    case error
    /// The script runs, but probably does not do what its author wants.
    case warning
    /// Worth knowing.
    case info
  }

  package let diagnostic: Diagnostic

  package init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }

  /// The ID of the rule in kebab-case, as for `sqlscripts explain`.
  public var id: String { diagnostic.id }

  /// The severity.
  public var severity: Severity {
    switch diagnostic.severity {
    case .error: .error
    case .warning: .warning
    case .info: .info
    }
  }

  /// The problem in one line.
  public var message: String { diagnostic.message }

  /// Advice, if there is any.
  public var help: String? { diagnostic.help }

  /// The name of the script file, as it is shown to people.
  public var file: String { diagnostic.span.file.name }

  /// The place in the file; nil if the finding is about the whole file.
  public var location: ScriptLocation? {
    diagnostic.span.file.isNameOnly ? nil : ScriptLocation(diagnostic.span.start)
  }
}

extension ScriptFinding: CustomStringConvertible {
  /// The place and the message in one line.
  public var description: String { "\(diagnostic.span.place): \(message)" }
}
