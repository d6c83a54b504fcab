/// What a search in the rest of the file found, so that thousands of mistakes do not repeat it.
struct JSONLookahead {
  /// Where only closing brackets and whitespace follow.
  var tailStart: Int?
  /// The end of the last token; 0 if there is none.
  var lastTokenEnd = 0
  /// The end of the line on which no later typographic quote ends a value, or a key.
  var noTypographicEnd = (value: 0, key: 0)
  /// The end of the line on which no later double quote ends an item.
  var noItemEnd = 0
  /// A line with single quotes, from one of them on, and the last that can end a text.
  var singleQuoted: (line: Range<Int>, last: Int?, lastOfMember: Int?)?
  /// The text up to the next double quote, and whether that quote begins an item.
  var quote: (before: Range<Int>, opensItem: Bool)?
}

extension JSONReader {
  /// Where only closing brackets and whitespace follow.
  mutating func tailStart() -> Int {
    if let start = lookahead.tailStart { return start }
    var start = bytes.count
    while start > 0 {
      let isEnd = bytes[start - 1] == 0x5D || bytes[start - 1] == 0x7D
      guard isEnd || TextCheck.isBlank(bytes[start - 1]) else { break }
      start -= 1
      if lookahead.lastTokenEnd == 0, isEnd { lookahead.lastTokenEnd = start + 1 }
    }
    if lookahead.lastTokenEnd == 0 { lookahead.lastTokenEnd = start }
    lookahead.tailStart = start
    return start
  }

  /// The end of the last token; 0 if there is none.
  mutating func lastTokenEnd() -> Int {
    _ = tailStart()
    return lookahead.lastTokenEnd
  }
}
