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
  /// `isLines`: whether the list is inside an item of the script, such as the lines of a statement.
  case missingComma(inDictionary: Bool, before: Int, after: Node.Kind?, isLines: Bool)
  case trailingComma
  /// A `+` between two strings. `next`: the start of the second one.
  case plus(next: Int)
  /// `isMissing`: whether the bracket closes an outer list or dictionary.
  case wrongBracket(String, isDictionary: Bool, opening: SourceSpan, isMissing: Bool)
  /// The bracket that closes a list or dictionary is missing here, because what follows belongs to the outer one.
  case missingEnd(isDictionary: Bool, opening: SourceSpan)
  /// The bracket that opens a list or dictionary is missing here.
  case missingStart(isDictionary: Bool)
  case wrongStart(String, isDictionary: Bool)
  /// A list or dictionary that ends before an item of it.
  case earlyEnd(isDictionary: Bool)
  /// A bracket that closes nothing.
  case surplusEnd(String, isAfterEnd: Bool)
  case secondColon
  /// A semicolon where nothing is needed.
  case semicolon
  /// The end of the file is reached. `ends`: the brackets that are missing there, from the inner to the outer.
  case unclosedContainer(isDictionary: Bool, ends: [JSONEnd])
  case comment(statement: Int?)
  case singleQuotes(closing: Int?)
  case tripleQuotes(closing: Range<Int>)
  /// `opening`: where the string begins, if it certainly ends at `closing`.
  case unescapedQuote(opening: Int?, closing: Int)
  /// A second quote after the closing one.
  case surplusQuote
  case badNumber(String)
  case typographicQuotes(content: Range<Int>?)
  case fence
  case badValue(String)
  /// A string without its closing quote, with its opening quote if the place of the closing one is known.
  case unclosedText(opening: SourceSpan?)
  /// A string that only has its closing quote.
  case unopenedText
  /// `lineEnds`: the line endings in the string; none if it may not be one string.
  case unescapedNewline(lineEnds: [Int])
  case unescapedControl(UInt8)
  case badEscape(isDeletable: Bool)
  case badUnicodeEscape
  case loneSurrogate

  package var id: String {
    switch self {
    case .contentAfterEnd, .surplusEnd(_, isAfterEnd: true): "json-content-after-end"
    case .extraComma, .missingValue, .unexpected, .typographicQuotes, .fence, .badValue,
      .secondColon, .semicolon:
      "json-bad-value"
    case .badKey: "json-bad-key"
    case .fullwidth: "json-fullwidth-punctuation"
    case .missingColon: "json-missing-colon"
    case .missingComma, .plus: "json-missing-comma"
    case .trailingComma: "json-trailing-comma"
    case .wrongBracket, .missingEnd, .missingStart, .wrongStart, .earlyEnd, .surplusEnd,
      .unclosedContainer, .unclosedText, .unopenedText:
      "json-unclosed"
    case .comment: "json-comment"
    case .singleQuotes: "json-single-quotes"
    case .tripleQuotes, .unescapedQuote, .surplusQuote: "json-unescaped-quote"
    case .badNumber: "json-bad-number"
    case .unescapedNewline: "json-unescaped-newline"
    case .unescapedControl: "json-unescaped-control"
    case .badEscape, .badUnicodeEscape, .loneSurrogate: "json-bad-escape"
    }
  }

  package var message: String {
    switch self {
    case .contentAfterEnd: return "the file continues after the end of its value"
    case .extraComma: return "nothing comes before this comma"
    case .badKey: return "a dictionary key must be in double quotes"
    case .fullwidth(let wide, _):
      return "“\(wide)” is a full-width character, which is not JSON"
    case .missingColon: return "missing colon after this key"
    case .missingValue: return "this key has no value"
    case .unexpected: return "unexpected character"
    case .missingComma(let inDictionary, _, _, _):
      return "missing comma between two \(inDictionary ? "keys" : "items")"
    case .plus: return "JSON cannot join two strings with “+”"
    case .trailingComma: return "trailing comma after the last item"
    case .wrongBracket(let found, let isDictionary, _, _):
      let words = isDictionary ? ("dictionary", "}") : ("list", "]")
      return "a \(words.0) is closed by “\(found)” instead of “\(words.1)”"
    case .missingEnd(let isDictionary, _):
      let words = isDictionary ? ("dictionary", "}") : ("list", "]")
      return "the “\(words.1)” of this \(words.0) is missing"
    case .missingStart(let isDictionary):
      let words = isDictionary ? ("dictionary", "{") : ("list", "[")
      return "the “\(words.1)” of this \(words.0) is missing"
    case .earlyEnd(let isDictionary):
      return "a \(isDictionary ? "dictionary" : "list") ends here, but more of it follows"
    case .surplusEnd(let found, _): return "this “\(found)” closes nothing"
    case .wrongStart(let found, let isDictionary):
      let words = isDictionary ? ("dictionary", "{") : ("list", "[")
      return "a \(words.0) is opened by “\(found)” instead of “\(words.1)”"
    case .secondColon: return "a second colon after this key"
    case .semicolon: return "JSON does not end an item with a semicolon"
    case .unclosedContainer(let isDictionary, _):
      let words = isDictionary ? ("dictionary", "{", "}") : ("list", "[", "]")
      return "the “\(words.1)” of this \(words.0) has no matching “\(words.2)”"
    case .comment: return "JSON does not allow comments"
    case .singleQuotes: return "a JSON string must be in double quotes"
    case .tripleQuotes: return "JSON does not allow triple-quoted strings"
    case .unescapedQuote: return "this double quote ends the string too early"
    case .surplusQuote: return "a second double quote at the end of the string"
    case .badNumber(let word): return "“\(word.forMessage)” is not a valid JSON number"
    case .typographicQuotes: return "typographic quotes instead of JSON quotes"
    case .fence: return "``` is Markdown, not JSON"
    case .badValue(let word): return "“\(word.forMessage)” is not a JSON value"
    case .unclosedText: return "this string has no closing quotation mark"
    case .unopenedText: return "this string has no opening quotation mark"
    case .unescapedNewline: return "a JSON string cannot contain a line break"
    case .unescapedControl(let byte):
      let name = byte == 9 ? "a tab" : "an invisible control character (\(byte))"
      return "\(name) must be escaped in a JSON string"
    case .badEscape: return "invalid backslash escape"
    case .badUnicodeEscape: return "a \\u escape must have four hexadecimal digits"
    case .loneSurrogate: return "this \\u escape is half of a surrogate pair"
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

/// A bracket that is missing at the end of a file.
package struct JSONEnd: Sendable, Hashable {
  package var bracket: String
  /// The first byte of the list or dictionary, counted from the start of the file.
  package var opening: Int
}
