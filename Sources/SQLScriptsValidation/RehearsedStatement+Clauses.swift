import SQLScriptsFiles

extension RehearsedStatement {
  /// The text of a range in one line, shortened where it is long, to be shown in a message.
  func words(in part: Range<Int>) -> String {
    let text = script.text(
      (range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 40 ? "\(line.prefix(39))…" : line
  }
}
