import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension SQLStatement {
  /// A range of tokens as SQL on one line, without comments: a comment would hide what follows it on the line.
  func code(of range: Range<Int>) -> String {
    var code = ""
    var end: Int?
    for token in tokens[range.clamped(to: indices)] {
      if let end, end < token.range.lowerBound { code += " " }
      code += text(token)
      end = token.range.upperBound
    }
    return code
  }

  /// The range without parentheses around all of it.
  func unwrapped(_ range: Range<Int>) -> Range<Int> {
    guard range.count > 2, kind(range.lowerBound) == .leftParenthesis,
      end(ofParenthesis: range.lowerBound) == range.upperBound - 1
    else { return range }
    return unwrapped(range.dropFirst().dropLast())
  }

  /// Whether a condition is true in every database, or in none; nil if that depends.
  func truth(of range: Range<Int>) -> Bool? { ExpressionReader(self, range).expression?.isTrue }

  /// Whether several queries are combined.
  func isCompound(_ select: Int) -> Bool {
    ["UNION", "EXCEPT", "INTERSECT"].contains { outerIndex(of: $0, from: select) != nil }
  }

  /// The range of a clause, from its keyword to the next one of the same depth; nil if there is none.
  func clause(_ keyword: String, from start: Int, until ends: Set<String>) -> Range<Int>? {
    guard indices.contains(start), let first = outerIndex(of: keyword, from: start) else {
      return nil
    }
    let end = outerIndices(from: start).first {
      $0 > first && kind($0) == .word && ends.contains(word($0))
    }
    let last = end ?? withoutSemicolon.upperBound
    return first + 1 < last ? first + 1..<last : nil
  }

  /// A number, a short text or NULL in words; nil for other expressions.
  ///
  /// - Parameter texts: the tokens in double quotes that SQLite read as texts.
  func literalWords(_ range: Range<Int>, texts: [SQLToken]) -> Words? {
    let range = unwrapped(range)
    guard let last = range.last else { return nil }
    let isSigned = range.count == 2 && ["-", "+"].contains(word(range.lowerBound))
    guard range.count == 1 || isSigned else { return nil }
    let token = tokens[last]
    switch token.kind {
    case .integer, .float: return Words(range.map { text(tokens[$0]) }.joined())
    case .string where !isSigned: return Self.textWords(name(token))
    case .quotedName where !isSigned && texts.contains(token): return Self.textWords(name(token))
    case .word where !isSigned && word(last) == "NULL": return "no value"
    case .word where !isSigned && ["TRUE", "FALSE"].contains(word(last)):
      return Words(word(last).asciiLowercased)
    default: return nil
    }
  }

  /// A row without this value would say less than one whose spaces are hard to count.
  private static func textWords(_ text: String) -> Words? {
    if let words = NounWords.text(text) { return words }
    let isShort = text.count <= NounWords.longText && !text.contains { $0.isNewline }
    return isShort ? Words("'\(text.withVisibleControls)'") : nil
  }
}

extension RehearsedStatement {
  func literalWords(_ range: Range<Int>) -> Words? {
    literalWords(range, texts: doubleQuotedTexts)
  }
}
