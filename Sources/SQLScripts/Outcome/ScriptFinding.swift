import SQLScriptsDiagnostics

/// What is wrong with a script, and where.
public struct ScriptFinding: Sendable, Hashable {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The script cannot run.
    case error
    /// The script runs, and probably does not do what its author means.
    case warning
    /// Worth knowing.
    case info
  }

  package let diagnostic: Diagnostic

  package init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }

  /// The rule or kind of mistake, in kebab-case, as `sqlscripts explain` knows it.
  public var id: String { diagnostic.id }

  /// How bad it is.
  public var severity: Severity {
    switch diagnostic.severity {
    case .error: .error
    case .warning: .warning
    case .info: .info
    }
  }

  /// What is wrong, in one line.
  public var message: String { diagnostic.message }

  /// What to do about it, if there is something to say.
  public var help: String? { diagnostic.help }

  /// The name of the script file, as people are shown it.
  public var file: String { diagnostic.span.file.name }

  /// The place in the file; nil if it is about the file as a whole.
  public var location: ScriptLocation? {
    diagnostic.span.file.isNameOnly ? nil : ScriptLocation(diagnostic.span.start)
  }
}

extension ScriptFinding: CustomStringConvertible {
  /// The place and the message in one line.
  public var description: String { "\(diagnostic.span.place): \(message)" }
}
