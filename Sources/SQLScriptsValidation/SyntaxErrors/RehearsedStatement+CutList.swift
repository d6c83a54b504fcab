import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedStatement {
  /// The longest rest of a list that is looked at. Errors are few, and a list that somebody types is short.
  private static let longestRest = 4096

  /// The text after it that belongs to it, because the next items of a list contain it, or because a “;” cuts the list in its
  /// parentheses, `(id INTEGER; name TEXT)`, or a text, `'it's; ok'`; nil if the parenthesis is only not closed.
  var restOfCutList: Range<Int>? {
    if case .syntax(_, .cutIntoItems(_, let end)) = syntaxErrorCause {
      return range.upperBound..<max(range.upperBound, end)
    }
    if case .apostrophe(_, let readings) = syntaxErrorCause, let end = readings.first?.end {
      return range.upperBound..<max(range.upperBound, range.lowerBound + end)
    }
    guard case .unclosedBracket = syntaxErrorCause else { return nil }
    let end = min(item.text.upperBound, range.upperBound + Self.longestRest)
    guard range.upperBound < end else { return nil }
    let text = SQLText(script.document.bytes(of: range.lowerBound..<end))
    var isFirst = false
    for index in text.indices.dropFirst(tokens.count) {
      let token = text.tokens[index]
      guard token.depth >= 0 else { return nil }
      if token.kind == .semicolon {
        if token.depth == 0 {
          return range.upperBound..<(range.lowerBound + token.range.lowerBound)
        }
        isFirst = true
        continue
      }
      // Another statement begins.
      if isFirst, Keywords.starters.contains(text.word(index)) { return nil }
      isFirst = false
    }
    return text.tokens.last?.depth == 0 ? range.upperBound..<end : nil
  }
}
