import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension RulePage {
  /// The page for a terminal of `width` columns.
  func lines(width: Int?) -> [StyledText] {
    let width = min(width ?? TextWrapping.usualWidth, TextWrapping.usualWidth)
    var title = StyledText(severity.rawValue, severity.style)
    title.append(" \(id)", .emphasis)
    var lines = [title, StyledText()]
    lines += TextWrapping.lines(summary, width: width).map { StyledText($0) } + [StyledText()]
    if let advice {
      lines.append(StyledText("What to do, in the first example below:", .emphasis))
      lines += advice.split(whereSeparator: \.isNewline).flatMap {
        TextWrapping.lines(VisibleText.oneLine(String($0)), width: width, indent: "  ")
      }.map { StyledText($0) }
      lines.append(StyledText())
    }
    lines += TextWrapping.lines(why, width: width).map { StyledText($0) } + [StyledText()]
    for (heading, examples) in [("Wrong:", wrong), ("Right:", right)] {
      for example in examples {
        lines += [StyledText(heading, .emphasis)] + Self.indented(example) + [StyledText()]
      }
    }
    guard !waysToAllow.isEmpty else { return lines + [StyledText("This rule cannot be ignored.")] }
    lines.append(StyledText("To ignore this rule:", .emphasis))
    for way in waysToAllow {
      lines += TextWrapping.lines(way.words + ":", width: width, indent: "  ")
        .map { StyledText($0) }
      lines.append(StyledText("    " + way.text))
    }
    return lines
  }

  private static func indented(_ example: Example) -> [StyledText] {
    example.flatMap(\.lines).map { line in
      line.pieces.reduce(into: StyledText("  ")) { $0.append($1.text, $1.style) }
    }
  }

  /// The ways to ignore the rule with a reason, or to turn it off.
  var waysToAllow: [(words: String, text: String)] {
    let inSettings = ("in all scripts, in sqlscripts.json", "\"rules\": { \"\(id)\": \"off\" }")
    guard canBeAllowed else { return canBeTurnedOff ? [inSettings] : [] }
    return [
      (
        "in one statement, with a comment before it",
        "/* sqlscripts: ignore[\(id)] reason */"
      ),
      (
        "in one item of a property list or of JSON, with the key “ignore”",
        "\"ignore\": { \"\(id)\": \"reason\" }"
      ),
      inSettings,
    ]
  }
}
