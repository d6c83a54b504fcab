import SQLScriptsDiagnostics

/// Renders a diagnostic as a workflow command of GitHub Actions, which shows it next to the line in a pull request:
/// `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=id::message`.
///
/// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
package struct GitHubRenderer: Sendable {
  package init() {}

  /// The diagnostic as one line, without a line ending.
  package func text(_ diagnostic: Diagnostic) -> String {
    let (start, end) = (diagnostic.span.start, diagnostic.span.end)
    var properties = [("file", start.file)]
    let hasLine = !diagnostic.span.file.isNameOnly
    if hasLine {
      properties += [("line", String(start.line)), ("col", String(start.column))]
    }
    // GitHub would drop the columns of a range over several lines, so only its start is given.
    if hasLine, start.line == end.line {
      properties += [("endLine", String(end.line)), ("endColumn", String(end.column))]
    }
    properties.append(("title", diagnostic.id))
    let list = properties.map { "\($0.0)=\(Self.property($0.1))" }.joined(separator: ",")
    let text = [diagnostic.message, diagnostic.why, diagnostic.help].compactMap { $0 }
      .flatMap { $0.split(whereSeparator: \.isNewline).map { VisibleText.oneLine(String($0)) } }
      .joined(separator: "\n")
    return "::\(diagnostic.severity.workflowCommand) \(list)::\(Self.data(text))"
  }

  private static func property(_ text: String) -> String {
    escaped(VisibleText.oneLine(text), [":": "%3A", ",": "%2C"])
  }

  private static func data(_ text: String) -> String { escaped(text, [:]) }

  private static func escaped(
    _ text: String, _ more: [Unicode.Scalar: String]
  ) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default:
        if let code = more[scalar] { result += code } else { result.unicodeScalars.append(scalar) }
      }
    }
  }
}

extension Diagnostic.Severity {
  fileprivate var workflowCommand: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }
}
