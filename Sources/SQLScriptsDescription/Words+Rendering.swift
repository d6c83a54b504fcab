import SQLScriptsReporting

extension Words {
  /// For a terminal: names and strong words are emphasized, SQL is in backticks. The text is the same without color.
  package var styled: StyledText {
    var text = StyledText()
    for piece in pieces {
      switch piece {
      case .text(let words): text.append(VisibleText.oneLine(words))
      case .name(let name), .table(let name):
        text.append(VisibleText.oneLine(name.readableName), .emphasis)
      case .strong(let word): text.append(word, .emphasis)
      case .code(let sql): text.append("`\(VisibleText.oneLine(sql))`")
      }
    }
    return text
  }

  /// For a document of GitHub or GitLab.
  package var markdown: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): VisibleText.oneLine(text).markdownEscaped
      case .name(let name), .table(let name): name.markdownName
      case .strong(let word): "**\(word)**"
      case .code(let sql): sql.markdownCode
      }
    }.joined()
  }

  /// Text as a string, `{"name": …}`, `{"strong": …}` and `{"code": …}` in turn.
  package var json: JSONText {
    .array(
      pieces.map { piece in
        switch piece {
        case .text(let text): .string(text)
        case .name(let name), .table(let name): ["name": .string(name)]
        case .strong(let word): ["strong": .string(word)]
        case .code(let sql): ["code": .string(sql)]
        }
      })
  }
}

extension String {
  /// The text without any meaning for Markdown or HTML.
  package var markdownEscaped: String {
    var escaped = ""
    for character in self {
      if "\\`*_{}[]<>()#+-.!|~&@".contains(character), !character.isPlainPunctuation {
        escaped.append("\\")
      }
      escaped.append(character)
    }
    return escaped
  }

  /// In bold. A name that begins or ends with a space or punctuation would not be bold, so it becomes code.
  fileprivate var markdownName: String {
    let visible = VisibleText.oneLine(self)
    let isPlain = visible.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isPlain && !visible.isEmpty ? "**\(visible.markdownEscaped)**" : visible.markdownCode
  }

  /// As code, between more backticks than it contains in a row.
  package var markdownCode: String {
    let visible = VisibleText.oneLine(self)
    guard visible.contains("`") else { return "`\(visible)`" }
    let longest = visible.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(visible) \(fence)"
  }
}

extension Character {
  /// Punctuation that means something only at the beginning of a line, where no text of a sentence is.
  fileprivate var isPlainPunctuation: Bool { "(){}.-+!#".contains(self) }
}
