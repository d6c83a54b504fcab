internal import SQLScriptsDiagnostics

/// Texts and keys in single quotes, as in JavaScript and Python.
extension JSONReader {
  mutating func readSingleQuoted() {
    let start = index
    let text = scanSingleQuotedText()
    builder.add(.string, start..<index, text: text)
    valueEnded()
  }

  /// SQL contains single quotes, too. So the string ends at the last single quote of the line that JSON syntax follows, a
  /// key at the first one that a colon follows, and its value at the first one that ends the dictionary or another key follows.
  mutating func scanSingleQuotedText() -> DocumentBuilder.Text {
    let start = index
    if expectation == .firstKey || expectation == .key, let end = endOfSingleQuotedKey(from: start)
    {
      index = end + 1
      report(
        .singleQuotes(closing: isValueCorrectable(afterKey: index) ? end : nil),
        at: span(start..<index))
      return decodeForeignText(start + 1..<end)
    }
    if lookahead.singleQuoted?.line.contains(start) != true {
      var (last, lastOfMember): (Int?, Int?)
      var next = start + 1
      while next < bytes.count, !isLineEnd(bytes[next]) {
        if endsSingleQuoted(next) { last = next }
        if endsMemberValue(next) { lastOfMember = next }
        next += 1
      }
      // A quote before more than closing brackets ends the first text only.
      let isAtEnd = last.map { endOfClosers(from: $0 + 1) >= next } ?? false
      lookahead.singleQuoted = (start..<next, isAtEnd ? last : nil, lastOfMember)
    }
    let line = lookahead.singleQuoted?.line ?? start..<start + 1
    var end = lookahead.singleQuoted?.last.flatMap { $0 > start ? $0 : nil }
    // Found once for each line, which can have thousands of values.
    if expectation == .memberValue, let last = lookahead.singleQuoted?.lastOfMember, last > start {
      end = (start + 1..<line.upperBound).first(where: endsMemberValue) ?? end
    }
    if end == nil { end = (start + 1..<line.upperBound).first(where: endsSingleQuoted) }
    let text = decodeForeignText(start + 1..<(end ?? line.upperBound))
    index = end.map { $0 + 1 } ?? line.upperBound
    report(
      .singleQuotes(closing: end), at: span(start..<index))
    return text
  }

  /// Whether a single quote is at a place, and after it the dictionary ends or another key in single quotes begins.
  private func endsMemberValue(_ place: Int) -> Bool {
    guard bytes[place] == 0x27 else { return false }
    var next = endOfBlanks(from: place + 1)
    guard next < bytes.count, bytes[next] == 0x2C else {
      return next < bytes.count && bytes[next] == 0x7D
    }
    next = endOfBlanks(from: next + 1)
    return next < bytes.count && bytes[next] == 0x27 && endOfSingleQuotedKey(from: next) != nil
  }

  /// Whether the value after a key is not one in single quotes with others inside, which may end it. The dictionary would be
  /// half corrected.
  private func isValueCorrectable(afterKey end: Int) -> Bool {
    let start = endOfBlanks(from: endOfBlanks(from: end) + 1)
    guard start < bytes.count, bytes[start] == 0x27 else { return true }
    var place = start + 1
    while place < bytes.count, !isLineEnd(bytes[place]) {
      if bytes[place] == 0x27 { return endsMemberValue(place) }
      place += 1
    }
    return false
  }

  /// The end of a key in single quotes, which are its last and before a colon.
  private func endOfSingleQuotedKey(from start: Int) -> Int? {
    guard let end = bytes[(start + 1)...].prefix(40).firstIndex(of: 0x27), followsColon(end + 1)
    else { return nil }
    return end
  }

  /// Whether a single quote that JSON syntax follows is at a place.
  private func endsSingleQuoted(_ place: Int) -> Bool {
    guard bytes[place] == 0x27 else { return false }
    let after = endOfBlanks(from: place + 1)
    return after == bytes.count || [0x2C, 0x3A, 0x5D, 0x7D, 0x0A, 0x0D].contains(bytes[after])
  }
}
