import SQLScriptsSQL

extension RehearsedStatement {
  /// The indices of WITHOUT ROWID or STRICT before the closing parenthesis of a table, where SQLite reads it as part of
  /// a column or does not expect it. The index after them is that of the parenthesis.
  var tableOptionInside: Range<Int>? {
    guard word(0) == "CREATE", (1...2).contains(where: { word($0) == "TABLE" }),
      let close = indices.last(where: { kind($0) == .rightParenthesis }), close > 4
    else { return nil }
    if word(close - 2) == "WITHOUT", word(close - 1) == "ROWID" { return close - 2..<close }
    // A column may have this name.
    guard word(close - 1) == "STRICT", kind(close - 1) == .word,
      kind(close - 2) != .comma, kind(close - 2) != .leftParenthesis
    else { return nil }
    return close - 1..<close
  }

  /// The range of some tokens in the text.
  func words(from indices: Range<Int>) -> Range<Int> {
    tokens[indices.lowerBound].range.lowerBound..<tokens[indices.upperBound - 1].range.upperBound
  }
}
