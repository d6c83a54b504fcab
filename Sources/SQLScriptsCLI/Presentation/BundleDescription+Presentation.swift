import SQLScripts
import SQLScriptsDescription
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension [BundleDescription.Entry] {
  /// For people: a heading and the sentences of each script.
  func lines(width: Int?) -> [StyledText] {
    let blocks = map { $0.lines(width: Swift.min(width ?? .max, TextWrapping.usualWidth)) }
    return Array<StyledText>(blocks.joined(separator: [StyledText()]))
  }

  /// For a pull request.
  ///
  /// - Parameter findings: those that belong to no script.
  func markdown(with findings: [Diagnostic]) -> String {
    var blocks = map(\.markdown)
    if isEmpty { blocks.append("There are no unreleased scripts.") }
    if !findings.isEmpty { blocks.append(findings.map(\.markdown).joined(separator: "\n")) }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  var json: JSONText { .document([.init("scripts", .array(map(\.json)))]) }
}

extension BundleDescription.Entry {
  private var title: String {
    let version = version.map { "\($0)" } ?? "?"
    let title = file.kind == .default ? "Default script, version \(version)" : "Update \(version)"
    return label.map { "\(title): \($0)" } ?? title
  }

  private var state: String { isReleased ? "released" : "not released" }

  fileprivate func lines(width: Int) -> [StyledText] {
    var heading = StyledText(VisibleText.oneLine(title), .emphasis)
    heading.append(" (\(VisibleText.oneLine(file.name)), \(state))", .dim)
    var lines = [heading]
    let sentences = description?.sentences ?? []
    let digits = "\(sentences.count)".count
    for (index, sentence) in sentences.enumerated() {
      let number = "\(index + 1)."
      let indent = String(repeating: " ", count: digits + 1 - number.count + 1) + number + " "
      lines += sentence.words.lines(width: width, first: indent)
    }
    if description == nil {
      var line = StyledText("  ")
      line.append(BundleDescription.problem, .error)
      lines.append(line)
    } else if sentences.isEmpty {
      lines.append(StyledText("  Does nothing."))
    }
    for finding in findings where !isReleased {
      var line = StyledText("  ")
      ConciseRenderer().line(finding).pieces.forEach { line.append($0.text, $0.style) }
      lines.append(line)
    }
    return lines
  }

  fileprivate var markdown: String {
    var lines = ["### \(VisibleText.oneLine(title).markdownEscaped)", ""]
    for sentence in description?.sentences ?? [] { lines.append("1. \(sentence.words.markdown)") }
    if description == nil { lines.append("This script \(BundleDescription.problem).") }
    if description?.sentences.isEmpty == true { lines.append("This script does nothing.") }
    if !findings.isEmpty, !isReleased { lines += [""] + findings.map(\.markdown) }
    return lines.joined(separator: "\n")
  }

  fileprivate var json: JSONText {
    .object([
      .init("script", .string(file.displayName)),
      .init("kind", .string(file.kind == .default ? "default" : "update")),
      .init("version", .integer(version)),
      .init("label", .string(label)),
      .init("released", .bool(isReleased)),
      .init("problem", .string(description == nil ? BundleDescription.problem : nil)),
      .init("sentences", .array((description?.sentences ?? []).map(\.json))),
      .init("diagnostics", .array(findings.map(\.json))),
    ])
  }
}

extension Diagnostic {
  fileprivate var markdown: String {
    let place = VisibleText.oneLine("\(span.file.name):\(span.start.line)")
    return "- **\(severity.rawValue)** \(messageAndAdvice.markdownEscaped) "
      + "(\(place.markdownCode), \(id.markdownCode))"
  }
}

extension Words {
  /// Lines that are no wider than the terminal, unless a single word is.
  ///
  /// - Parameter first: the beginning of the first line. The others are indented by its width.
  fileprivate func lines(width: Int, first: String) -> [StyledText] {
    var lines: [StyledText] = []
    var line = StyledText(first)
    var (cells, isStart) = (first.count, true)
    for word in styled.words {
      let wide = word.pieces.reduce(0) {
        $0 + $1.text.reduce(0) { $0 + DisplayWidth.cells(of: $1) }
      }
      if !isStart, cells + 1 + wide > width {
        lines.append(line)
        line = StyledText(String(repeating: " ", count: first.count))
        (cells, isStart) = (first.count, true)
      }
      if !isStart { line.append(" ") }
      word.pieces.forEach { line.append($0.text, $0.style) }
      cells += wide + (isStart ? 0 : 1)
      isStart = false
    }
    return lines + [line]
  }
}

extension StyledText {
  /// The text between its spaces, each part with its roles.
  fileprivate var words: [StyledText] {
    var words: [StyledText] = []
    var word = StyledText()
    for piece in pieces {
      for (index, part) in piece.text.split(separator: " ", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 {
          if !word.pieces.isEmpty { words.append(word) }
          word = StyledText()
        }
        word.append(String(part), piece.style)
      }
    }
    return word.pieces.isEmpty ? words : words + [word]
  }
}
