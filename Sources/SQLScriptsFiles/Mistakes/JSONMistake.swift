package import SQLScriptsDiagnostics

/// A mistake in a JSON file.
package enum JSONMistake: Mistake {
  case contentAfterEnd
  case extraComma(isDeletable: Bool)
  case badKey
  case fullwidth(String, String)
  case missingColon
  case missingValue
  case unexpected
  case missingComma(inDictionary: Bool, before: Int, after: Node.Kind?, isNested: Bool)
  case trailingComma
  case wrongBracket(isDictionary: Bool, opening: SourceSpan)
  case unclosedContainer(isDictionary: Bool)
  case comment(statement: Int?)
  case singleQuotes(closing: Int?)
  case tripleQuotes(closing: Range<Int>)
  case unescapedQuote(opening: Int?, closing: Int)
  case badNumber(String)
  case typographicQuotes(content: Range<Int>?)
  case fence
  case badValue(String)
  case unclosedText
  case unescapedNewline(lineEnds: [Int])
  case unescapedControl(UInt8)
  case badEscape(isDeletable: Bool)
  case badUnicodeEscape
  case loneSurrogate

  package var id: String {
    switch self {
    case .contentAfterEnd: "json-content-after-end"
    case .extraComma, .missingValue, .unexpected, .typographicQuotes, .fence, .badValue:
      "json-bad-value"
    case .badKey: "json-bad-key"
    case .fullwidth: "json-fullwidth-punctuation"
    case .missingColon: "json-missing-colon"
    case .missingComma: "json-missing-comma"
    case .trailingComma: "json-trailing-comma"
    case .wrongBracket, .unclosedContainer, .unclosedText: "json-unclosed"
    case .comment: "json-comment"
    case .singleQuotes: "json-single-quotes"
    case .tripleQuotes, .unescapedQuote: "json-unescaped-quote"
    case .badNumber: "json-bad-number"
    case .unescapedNewline: "json-unescaped-newline"
    case .unescapedControl: "json-unescaped-control"
    case .badEscape, .badUnicodeEscape, .loneSurrogate: "json-bad-escape"
    }
  }

  package var message: String {
    switch self {
    case .contentAfterEnd: return "The file goes on after its last closing bracket"
    case .extraComma: return "There is nothing before this comma"
    case .badKey: return "A key of a dictionary must stand in double quotes"
    case .fullwidth(let wide, _):
      return "This is the full-width “\(wide)”, which JSON does not know"
    case .missingColon: return "There is no colon after this key"
    case .missingValue: return "This key has no value"
    case .unexpected: return "This does not belong here"
    case .missingComma(let inDictionary, _, _, _):
      return "There is no comma between two \(inDictionary ? "keys" : "items")"
    case .trailingComma: return "The last item must not be followed by a comma"
    case .wrongBracket(let isDictionary, _):
      let words = isDictionary ? ("dictionary", "}", "]") : ("list", "]", "}")
      return "A \(words.0) is closed by “\(words.2)” instead of “\(words.1)”"
    case .unclosedContainer(let isDictionary):
      let words = isDictionary ? ("dictionary", "}") : ("list", "]")
      return "This \(words.0) is never closed"
    case .comment: return "JSON has no comments"
    case .singleQuotes: return "A JSON text must stand in double quotes"
    case .tripleQuotes: return "JSON has no texts between three double quotes"
    case .unescapedQuote: return "This double quote ends the text too early"
    case .badNumber(let word): return "“\(word.forMessage)” is not a number as JSON writes it"
    case .typographicQuotes: return "These are typographic quotes, not JSON quotes"
    case .fence: return "``` is what a chat puts around a file, and no part of it"
    case .badValue(let word): return "“\(word.forMessage)” is not a JSON value"
    case .unclosedText: return "This text has no closing double quote"
    case .unescapedNewline: return "A JSON text may not continue on the next line"
    case .unescapedControl(let byte):
      let name = byte == 9 ? "A tab" : "An invisible control character (\(byte))"
      return "\(name) may not stand as it is in a JSON text"
    case .badEscape: return "JSON does not know this backslash code"
    case .badUnicodeEscape: return "A \\u code must have four digits from 0-9 and a-f"
    case .loneSurrogate: return "This \\u code is half of a pair whose other half is missing"
    }
  }

  /// A fix-it with many edits takes far more memory than the file, so a text that needs more has none.
  package static let maximumEdits = 1000

  /// The mistake for a word that is not a value.
  static func bad(_ word: String) -> Self {
    let brackets = ["［": "[", "【": "[", "「": "[", "｛": "{"]
    if let first = word.first.map({ String($0) }), let narrow = brackets[first] {
      return .fullwidth(first, narrow)
    }
    let isCurly = ["“", "”", "„", "‘", "’"].contains(String(word.prefix(1)))
    if isCurly { return .typographicQuotes(content: nil) }
    return word.hasPrefix("```") ? .fence : .badValue(word)
  }
}
