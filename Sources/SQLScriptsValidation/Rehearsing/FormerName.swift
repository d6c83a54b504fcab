import SQLScriptsDiagnostics
import SQLScriptsSQL

/// A name that earlier statements renamed or dropped.
struct FormerName: Sendable {
  /// A statement that renamed or dropped it.
  struct Step: Sendable {
    /// The name before the statement.
    var old: String
    /// The name after it; nil if it was dropped.
    var new: String?
    var span: SourceSpan
  }

  /// What happened to it, oldest first; never empty.
  var steps: [Step]

  /// Its present name; nil if it was dropped.
  var present: String? { steps.last?.new }

  /// What happened to it, as the end of a message.
  ///
  /// - Parameters:
  ///   - file: the script that the message is about.
  ///   - isRepeated: whether the statement does the same again.
  func words(in file: SourceFile, isRepeated: Bool = false) -> String {
    let already = isRepeated ? "already " : ""
    let parts = steps.map { step in
      let place = step.span.place(in: file)
      return step.new.map { "\(place) \(already)renamed it to “\($0)”" }
        ?? "\(place) \(already)dropped it"
    }
    return "; " + parts.joined(separator: ", and then ")
  }

  /// The places as notes.
  var related: [Diagnostic.Related] {
    steps.map { step in
      .init(
        span: step.span,
        message: step.new.map { "“\(step.old)” was renamed to “\($0)” here" }
          ?? "“\(step.old)” was dropped here")
    }
  }
}

extension SourceSpan {
  /// The script without its folder and file extension; in the same script, the line.
  fileprivate func place(in file: SourceFile) -> String {
    if self.file.name == file.name { return "line \(start.line)" }
    let name = self.file.baseName
    return name.split(separator: ".").first.map(String.init) ?? name
  }
}
