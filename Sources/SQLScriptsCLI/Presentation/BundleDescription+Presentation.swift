import SQLScripts
import SQLScriptsDescription
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension [BundleDescription.Entry] {
  /// For people: a heading, the sentences, and the errors and warnings of each script.
  ///
  /// - Parameters:
  ///   - findings: those that belong to no script.
  ///   - validating: the command that shows the rest.
  func lines(
    with findings: [Diagnostic], width: Int?, _ folder: WorkingFolder, validating: String
  ) -> [StyledText] {
    let width = Swift.min(width ?? .max, TextWrapping.usualWidth)
    var blocks = map { $0.lines(width: width) + $0.findingLines(folder) }
    if isEmpty { blocks.append([StyledText("There are no unreleased scripts.")]) }
    let others = findings.serious
    if !others.isEmpty { blocks.append(others.map { $0.line(folder) }) }
    let infos = flatMap(\.openFindings).count { $0.severity == .info }
    if infos > 0 {
      let line = infos == 1 ? "1 info is shown by" : "\(infos) infos are shown by"
      blocks.append([StyledText("\(line): \(validating)", .dim)])
    }
    return [StyledText](blocks.joined(separator: [StyledText()]))
  }

  /// For a pull request.
  ///
  /// - Parameter findings: those that belong to no script.
  func markdown(with findings: [Diagnostic], _ folder: WorkingFolder) -> String {
    var blocks = map { $0.markdown(folder) }
    if isEmpty { blocks.append("There are no unreleased scripts.") }
    let others = findings.serious
    if !others.isEmpty { blocks.append(others.map { $0.markdown(folder) }.joined(separator: "\n")) }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  func json(with findings: [Diagnostic]) -> JSONText {
    .document([
      .init("scripts", .array(map(\.json))),
      .init("diagnostics", .array(findings.map(\.json))),
    ])
  }
}

extension BundleDescription.Entry {
  private var title: String {
    let version = version.map { "\($0)" } ?? "?"
    let title = file.kind == .default ? "Default script, version \(version)" : "Update \(version)"
    return (rehearsed?.script.summary ?? label).map { "\(title): \($0)" } ?? title
  }

  private var state: String { isReleased ? "released" : "not released" }

  /// A heading and the sentences.
  ///
  /// - Parameter hasState: whether the heading says that the script is released.
  func lines(width: Int, hasState: Bool = true) -> [StyledText] {
    var heading = StyledText(VisibleText.oneLine(title), .emphasis)
    let place = VisibleText.oneLine(file.name) + (hasState ? ", \(state)" : "")
    heading.append(" (\(place))", .dim)
    return [heading] + sentenceLines(width: width)
  }

  /// The sentences with numbers.
  func sentenceLines(width: Int) -> [StyledText] {
    guard let sentences = description?.sentences else {
      var line = StyledText("  ")
      line.append(VisibleText.oneLine(problem ?? ""), .error)
      return [line]
    }
    if sentences.isEmpty { return [StyledText("  Does nothing.")] }
    let digits = "\(sentences.count)".count
    return sentences.enumerated().flatMap { index, sentence in
      let number = "\(index + 1)."
      let indent = String(repeating: " ", count: digits + 2 - number.count) + number + " "
      return sentence.words.lines(width: width, first: indent)
    }
  }

  /// The errors and warnings, unless nobody can correct them any more.
  fileprivate func findingLines(_ folder: WorkingFolder) -> [StyledText] {
    isReleased
      ? []
      : findings.serious.map { finding in
        var line = StyledText("  ")
        finding.line(folder).pieces.forEach { line.append($0.text, $0.style) }
        return line
      }
  }

  fileprivate func markdown(_ folder: WorkingFolder) -> String {
    var lines = ["### \(VisibleText.oneLine(title).markdownEscaped)", ""]
    for sentence in description?.sentences ?? [] { lines.append("1. \(sentence.words.markdown)") }
    if let problem { lines.append("This script \(VisibleText.oneLine(problem).markdownEscaped).") }
    if description?.sentences.isEmpty == true { lines.append("This script does nothing.") }
    let serious = openFindings.serious
    if !serious.isEmpty { lines += [""] + serious.map { $0.markdown(folder) } }
    return lines.joined(separator: "\n")
  }

  fileprivate var json: JSONText {
    .object([
      .init("script", .string(file.displayName)),
      .init("kind", .string(file.kind == .default ? "default" : "update")),
      .init("version", .integer(version)),
      .init("label", .string(label)),
      .init("released", .bool(isReleased)),
      .init("problem", .string(problem)),
      .init("sentences", .array((description?.sentences ?? []).map(\.json))),
      .init("diagnostics", .array(findings.map(\.json))),
    ])
  }
}

extension [Diagnostic] {
  /// Without what is only worth knowing.
  fileprivate var serious: [Diagnostic] { filter { $0.severity != .info } }
}

extension Diagnostic {
  fileprivate func line(_ folder: WorkingFolder) -> StyledText {
    ConciseRenderer(folder: folder).line(self)
  }

  fileprivate func markdown(_ folder: WorkingFolder) -> String {
    let name = folder.relativePath(of: span.file.name)
    let place = VisibleText.oneLine(span.file.isNameOnly ? name : "\(name):\(span.start.line)")
    return "- **\(severity.rawValue)** \(messageAndAdvice.markdownEscaped) "
      + "(\(place.markdownCode), \(id.markdownCode))"
  }
}
