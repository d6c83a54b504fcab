import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension RulePage {
  /// The page as a section of a longer document.
  var markdown: String {
    let prose = [summary, why].map { Self.linked(Self.escaped($0)) }
    return """
      ## \(id)

      *\(severity.rawValue)* — \(prose[0])

      \(prose[1])

      \(help)

      """
  }

  /// An incorrect example, a correct one, and how to ignore the rule.
  var help: String {
    var parts: [String] = []
    for (heading, examples) in [("Wrong:", wrong), ("Right:", right)] {
      parts += examples.map { "\(heading)\n\n```text\n\(Self.text($0))```" }
    }
    let ways = waysToAllow.map { "* \($0.words): `\($0.text)`" }
    parts.append(
      !ways.isEmpty
        ? "To ignore this rule:\n\n\(ways.joined(separator: "\n"))" : "This rule cannot be ignored."
    )
    return parts.joined(separator: "\n\n")
  }

  /// All pages as one document, with a table at its top.
  static var wholeMarkdown: String {
    let rows = all.map {
      "| [\($0.id)](#\($0.id)) | \($0.severity.rawValue) | \(escaped($0.summary)) |\n"
    }
    return """
      # Rules

      All findings of `sqlscripts validate`. `sqlscripts explain RULE` shows the same text. `Tools/record` generates this
      page from the rules, and tests run their examples.

      | rule | severity | finds |
      |---|---|---|
      \(rows.joined())
      \(all.map(\.markdown).joined(separator: "\n"))
      """
  }

  /// Prose with links to the laws.
  private static func linked(_ text: String) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for index in words.indices.dropLast() where words[index].hasSuffix("law") {
      let number = words[index + 1].prefix { $0.isNumber }
      guard !number.isEmpty else { continue }
      words[index] = words[index].dropLast(3) + "[law"
      words[index + 1].insert(
        contentsOf: "](Laws.md#law-\(number))",
        at: words[index + 1].firstIndex { !$0.isNumber } ?? words[index + 1].endIndex)
    }
    return words.joined(separator: " ")
  }

  private static func text(_ example: Example) -> String {
    Painter.plain.text(example.flatMap(\.lines))
  }

  /// Prose with escaped Markdown characters, except between backticks.
  private static func escaped(_ text: String) -> String {
    let parts = VisibleText.oneLine(text).split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      guard index % 2 == 0 else { return String(part) }
      return part.reduce(into: "") { result, character in
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case "\\", "*", "_", "|", "[", "]": result += "\\\(character)"
        default: result.append(character)
        }
      }
    }.joined(separator: "`")
  }
}
