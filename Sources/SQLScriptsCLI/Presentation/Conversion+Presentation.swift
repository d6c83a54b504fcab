import SQLScriptsAdvice
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension Conversion {
  /// The result for each file, and a summary.
  func lines(check: Bool) -> [StyledText] {
    guard differences.isEmpty else { return [StyledText("nothing was converted")] }
    guard refusals.isEmpty else {
      let count = refusals.count == 1 ? "1 file" : "\(refusals.count) files"
      return [StyledText("nothing was converted, because \(count) cannot be converted")]
    }
    guard !changes.isEmpty else {
      return [StyledText("nothing to convert: all scripts are \(format.words) already")]
    }
    let lines = changes.map { change in
      var line = StyledText(check ? "to convert" : "converted", .emphasis)
      line.append(" ")
      line.append(VisibleText.oneLine(change.file.displayName), .path)
      line.append(" to ")
      line.append(VisibleText.oneLine(change.path), .path)
      return line
    }
    guard !run.isEmpty || !compared.isEmpty else { return lines }
    var words: [String] = []
    if !run.isEmpty {
      words.append("\(run.count.scripts) ran before and after with the same result")
    }
    if !compared.isEmpty { words.append(StyledText.comparedWords(compared)) }
    return lines + [StyledText(VisibleText.oneLine(words.joined(separator: "; ")))]
  }

  var warnings: [StyledText] {
    guard !isRefused else { return [] }
    return changes.filter(\.losesComments).map { change in
      var line = StyledText("warning", .warning)
      line.append(": ")
      line.append(VisibleText.oneLine(change.file.displayName), .path)
      line.append(" has comments that \(format.words) has no place for")
      return line
    }
  }

  func json(check: Bool) -> JSONText {
    let outcome =
      isRefused ? "refused" : changes.isEmpty ? "current" : check ? "due" : "converted"
    return .document([
      .init("outcome", .string(outcome)),
      .init(
        "files",
        .array(
          changes.map { change in
            .object([
              .init("file", .string(change.file.displayName)),
              .init("newFile", .string(change.path)),
              .init("losesComments", .bool(change.losesComments)),
            ])
          })),
      .init(
        "refused",
        .array(
          refusals.map { refusal in
            .object([
              .init("file", .string(refusal.file.displayName)),
              .init("message", .string(refusal.why(to: format))),
              .init("diagnostics", .array(refusal.diagnostics.map(\.json))),
            ])
          })),
      .init("problems", .array(differences.map { .string($0) })),
      .init(
        "proved",
        .object([
          .init("byRunning", .array(run.map { .string($0.displayName) })),
          .init("byTextAlone", .array(compared.map { .string($0.displayName) })),
        ])),
    ])
  }
}

extension StyledText {
  /// The note about scripts that could not be run.
  static func comparedWords(_ files: [ScriptFile]) -> String {
    let shown = 5
    let names = files.prefix(shown).map(\.name) + (files.count > shown ? ["…"] : [])
    return
      "\(files.count.scripts) could not run here and \(files.count == 1 ? "was" : "were") compared "
      + "as text: \(names.joined(separator: ", "))"
  }

  /// The differences that the new files would cause.
  static func differences(_ words: [String], verb: String) -> [StyledText] {
    guard !words.isEmpty else { return [] }
    let shown = 5
    var lines = words.prefix(shown).map { word in
      var line = StyledText("not \(verb)", .error)
      line.append(": " + VisibleText.oneLine(word))
      return line
    }
    if words.count > shown {
      lines.append(StyledText("and \(words.count - shown) more differences"))
    }
    return lines
  }
}

extension Conversion.Refusal {
  var diagnostics: [Diagnostic] {
    if case .unreadable(let diagnostics) = reason { diagnostics.advised() } else { [] }
  }

  func why(to format: ScriptFile.Format) -> String {
    switch reason {
    case .losesComments:
      "it has comments that \(format.words) has no place for; keep the text elsewhere, or pass --drop-comments"
    case .unreadable: "it has errors; correct them first"
    case .cannotHold(let problems):
      "the new format has no place for \(problems.joined(separator: ", "))"
    case .wouldChange: "its statements would not be the same"
    case .notProved: ScriptFile.unprovedWords
    case .occupied(let path): "“\(path)” already exists with other contents; delete one of them"
    }
  }

  func words(to format: ScriptFile.Format) -> StyledText {
    var line = StyledText("not converted", .error)
    line.append(" ")
    line.append(VisibleText.oneLine(file.displayName), .path)
    line.append(": " + VisibleText.oneLine(why(to: format)))
    return line
  }
}

extension ScriptFile {
  /// The reason why a script that cannot be run stays unchanged.
  static var unprovedWords: String {
    "it could not run here, and SQLite might store different whitespace or comments with what it creates; write the "
      + "; directly after each statement"
  }
}

extension Int {
  fileprivate var scripts: String { "\(self) script\(self == 1 ? "" : "s")" }
}

extension ScriptFile.Format {
  /// The name for people.
  var words: String {
    switch self {
    case .plist: "a property list"
    case .json: "JSON"
    case .sql: "plain SQL"
    }
  }
}
