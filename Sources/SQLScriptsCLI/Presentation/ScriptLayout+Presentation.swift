import SQLScriptsAdvice
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension ScriptLayout {
  func lines(check: Bool) -> [StyledText] {
    guard !changes.isEmpty else {
      guard refusals.isEmpty else { return [] }
      let what = count == 1 ? "1 script is" : "\(count) scripts are"
      return [StyledText("\(what) in order")]
    }
    let lines = changes.map { change in
      var line = StyledText(check ? "to format" : "formatted", .emphasis)
      line.append(" ")
      line.append(VisibleText.oneLine(change.file.displayName), .path)
      return line
    }
    guard !compared.isEmpty else { return lines }
    return lines + [StyledText(VisibleText.oneLine(StyledText.comparedWords(compared)))]
  }

  /// The result as JSON. Every field is always present.
  func json(check: Bool, diff: Bool) -> JSONText {
    let isRefused = !differences.isEmpty || (changes.isEmpty && !refusals.isEmpty)
    let outcome =
      isRefused ? "refused" : changes.isEmpty ? "current" : check ? "due" : "formatted"
    return .document([
      .init("outcome", .string(outcome)),
      .init(
        "files",
        .array(
          changes.map { change in
            .object([
              .init("file", .string(change.file.displayName)),
              .init("diff", .string(diff ? change.diff : nil)),
            ])
          })),
      .init(
        "refused",
        .array(
          refusals.map { refusal in
            .object([
              .init("file", .string(refusal.file.displayName)),
              .init("message", .string(refusal.why)),
              .init("diagnostics", .array(refusal.diagnostics.advised().map(\.json))),
            ])
          })),
      .init("problems", .array(differences.map { .string($0) })),
      .init(
        "proved",
        .object([
          .init(
            "byRunning",
            .array(
              changes.filter { change in !compared.contains { $0.name == change.file.name } }
                .map { .string($0.file.displayName) })),
          .init("byTextAlone", .array(compared.map { .string($0.displayName) })),
        ])),
    ])
  }
}

extension ScriptLayout.Change {
  /// The change as a patch.
  var diff: String {
    UnifiedDiff(path: file.displayName, before: before, after: after).text
  }
}

extension ScriptLayout.Refusal {
  fileprivate var why: String {
    if isUnproved { return ScriptFile.unprovedWords }
    return diagnostics.isEmpty
      ? "its statements would not be the same" : "it has errors; correct them first"
  }

  var words: StyledText {
    var line = StyledText("not formatted", .error)
    line.append(" ")
    line.append(VisibleText.oneLine(file.displayName), .path)
    line.append(": \(why)")
    return line
  }
}
