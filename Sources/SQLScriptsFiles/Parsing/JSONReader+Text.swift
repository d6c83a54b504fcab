internal import SQLScriptsDiagnostics

/// Strings, from the opening to the closing quote. Strings with escapes are decoded.
extension JSONReader {
  /// Parses the string whose opening quote is at `index`, and stops after its closing quote.
  mutating func scanText() -> DocumentBuilder.Text {
    let end = ByteScan.endOfJSONRun(in: bytes, from: index + 1)
    guard end < bytes.count, bytes[end] == 0x22 else { return decodeText() }
    let content = index + 1..<end
    if let lost = placeOfLostQuote(opening: index, closing: end) {
      reportLostQuote(opening: index, at: lost)
      return decodeForeignText(content.lowerBound..<lost)
    }
    index = end + 1
    return .inPlace(content)
  }

  private mutating func decodeText() -> DocumentBuilder.Text {
    let opening = index
    let textStart = builder.document.decoded.count
    var lineEnds: [Int] = []
    var isUncertain: Bool?
    index += 1
    mark()
    while true {
      let run = index
      index = ByteScan.endOfJSONRun(in: bytes, from: run)
      appendRun(run..<index)
      // More mistakes are not reported, and a string can contain a million of them.
      if builder.isFull { index = bytes.count }
      guard index < bytes.count else {
        endedInText = true
        report(.unclosedText(opening: nil), at: span(opening..<opening + 1))
        return .decoded(since: textStart)
      }
      switch bytes[index] {
      case 0x22:
        if let first = lineEnds.first {
          let isOneText = endsItem(after: index) && !takesStructure(lineEnds: lineEnds)
          report(.unescapedNewline(lineEnds: isOneText ? lineEnds : []), at: span(opening..<first))
        } else if let lost = placeOfLostQuote(opening: opening, closing: index),
          !bytes[lost..<index].contains(0x5C)
        {
          // Without an escape, each byte was decoded as it is.
          builder.document.decoded.removeLast(index - lost)
          reportLostQuote(opening: opening, at: lost)
          return .decoded(since: textStart)
        }
        index += 1
        return .decoded(since: textStart)
      case 0x5C: scanEscape(opening, &isUncertain)
      case 0x0A, 0x0D:
        if lineEnds.isEmpty, isTextUnclosed(atLineEnd: index) {
          endTextAtLineEnd(opening: opening, textStart: textStart)
          return .decoded(since: textStart)
        }
        // One more than can be corrected.
        if lineEnds.count <= JSONMistake.maximumEdits { lineEnds.append(index) }
        appendRun(index..<index + 1)
        index += 1
      case 0:
        builder.report(TextMistake.nulCharacter, at: span(index..<index + 1))
        builder.document.decoded.append(0x20)
        index += 1
      default:
        report(.unescapedControl(bytes[index]), at: span(index..<index + 1))
        appendRun(index..<index + 1)
        index += 1
      }
    }
  }

  mutating func appendRun(_ range: Range<Int>) {
    builder.document.decoded.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
  }

  /// Decodes a text that is not a JSON string but replaces one, and that was not searched for a NUL.
  mutating func decodeForeignText(_ range: Range<Int>) -> DocumentBuilder.Text {
    let textStart = builder.document.decoded.count
    builder.mark(range.lowerBound)
    for byte in bytes[range] { builder.document.decoded.append(byte == 0 ? 0x20 : byte) }
    return .decoded(since: textStart)
  }

  /// Maps the decoded text from here on to `index`.
  private mutating func mark() { builder.mark(index) }

  /// Whether `\'` in a string may be more than an escaped quote of SQL: the rest of `\"'` if the number of escaped double
  /// quotes is odd, or a backslash at the end of a text, as in `'C:\'`, if other single quotes have none.
  private func hasUncertainQuotes(_ opening: Int) -> Bool {
    var (place, isOdd) = (opening + 1, false)
    while place < bytes.count, bytes[place] != 0x22 {
      if bytes[place] == 0x27 { return true }
      let isEscape = bytes[place] == 0x5C && place + 1 < bytes.count
      if isEscape, bytes[place + 1] == 0x22 { isOdd.toggle() }
      place += isEscape ? 2 : 1
    }
    return isOdd
  }

  private mutating func scanEscape(_ opening: Int, _ isUncertain: inout Bool?) {
    let start = index
    let letter = index + 1 < bytes.count ? bytes[index + 1] : 0
    let decoded: UInt8
    switch letter {
    case 0x22, 0x5C, 0x2F: decoded = letter
    case 0x62: decoded = 0x08
    case 0x66: decoded = 0x0C
    case 0x6E: decoded = 0x0A
    case 0x72: decoded = 0x0D
    case 0x74: decoded = 0x09
    case 0x75: return scanUnicodeEscape()
    default:
      // A line ending or the end of the file after the backslash is a separate finding.
      let end = letter < 0x20 ? start + 1 : endOfCharacter(at: start + 1)
      let isDoubtful = isUncertain ?? hasUncertainQuotes(opening)
      isUncertain = isDoubtful
      report(
        .badEscape(isDeletable: letter == 0x27 && !isDoubtful), at: span(start..<end))
      appendRun(start..<end)
      index = end
      return
    }
    builder.document.decoded.append(decoded)
    index += 2
    mark()
  }

  private mutating func scanUnicodeEscape() {
    let start = index
    guard let unit = hexadecimal(at: start + 2) else {
      var end = start + 2
      while end < min(start + 6, bytes.count), isHexadecimal(bytes[end]) { end += 1 }
      report(.badUnicodeEscape, at: span(start..<end))
      appendRun(start..<end)
      index = end
      return
    }
    index = start + 6
    var value = unit
    if unit & 0xFC00 == 0xD800, index + 6 <= bytes.count, bytes[index] == 0x5C,
      bytes[index + 1] == 0x75, let low = hexadecimal(at: index + 2), low & 0xFC00 == 0xDC00
    {
      value = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
      index += 6
    }
    if value == 0 {
      builder.report(TextMistake.nulCharacter, at: span(start..<index))
      value = 0x20
    }
    guard let scalar = Unicode.Scalar(value) else {
      report(.loneSurrogate, at: span(start..<index))
      builder.document.decoded.append(contentsOf: "\u{FFFD}".utf8)
      return mark()
    }
    builder.document.decoded.append(contentsOf: String(scalar).utf8)
    mark()
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }

  private func hexadecimal(at start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + 4] {
      guard isHexadecimal(byte) else { return nil }
      value = value << 4 | UInt32(byte < 0x3A ? byte - 0x30 : (byte | 0x20) - 0x57)
    }
    return value
  }

  private func endOfCharacter(at start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return min(end, bytes.count)
  }

  /// Whether a string that reaches a line ending has lost its closing quote. Then the next quote opens an item: it is
  /// first on its line apart from brackets, and the text after it could not follow a closing quote. Or only closing
  /// brackets follow.
  private mutating func isTextUnclosed(atLineEnd lineEnd: Int) -> Bool {
    if lookahead.quote?.before.contains(lineEnd) != true {
      var next = lineEnd
      var isFirstOnLine = true
      while next < bytes.count, bytes[next] != 0x22 {
        if isLineEnd(bytes[next]) {
          isFirstOnLine = true
        } else if !TextCheck.isBlank(bytes[next]), ![0x5B, 0x5D, 0x7B, 0x7D].contains(bytes[next]),
          bytes[next] != 0x2C || bytes[next - 1] != 0x7D && bytes[next - 1] != 0x5D
        {
          isFirstOnLine = false
          if bytes[next] == 0x5C { next += 1 }
        }
        next += 1
      }
      let quote = min(next, bytes.count)
      next += 1
      while next < bytes.count, TextCheck.isBlank(bytes[next]) { next += 1 }
      let opensItem =
        isFirstOnLine && next < bytes.count && ![0x2C, 0x5D, 0x7D, 0x3A].contains(bytes[next])
      lookahead.quote = (lineEnd..<quote, opensItem)
    }
    guard let quote = lookahead.quote else { return false }
    if quote.before.upperBound < bytes.count { return quote.opensItem }
    return lineEnd >= tailStart() && lineEnd < lastTokenEnd()
  }

  private mutating func reportLostQuote(opening: Int, at place: Int) {
    index = place
    report(.unclosedText(opening: span(opening..<opening + 1)), at: span(place..<place))
  }

  /// Uses the comma and the brackets at the end of the line as those after the item.
  private mutating func endTextAtLineEnd(opening: Int, textStart: Int) {
    defer {
      report(
        .unclosedText(opening: span(opening..<opening + 1)), at: span(index..<index))
    }
    let count = builder.document.decoded.count
    let isPlain = count - textStart == index - opening - 1
    if isPlain, expectation == .firstKey || expectation == .key,
      let colon = bytes[opening + 1..<index].firstIndex(of: 0x3A), colon > opening + 1
    {
      builder.document.decoded.removeLast(index - colon)
      index = colon
      return
    }
    var end = endOfText(opening: opening, limit: index) ?? index
    while end > opening + 1, TextCheck.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > opening + 1, count - (index - end) > textStart else { return }
    if bytes[end - 1] == 0x2C { end -= 1 }
    builder.document.decoded.removeLast(index - end)
    index = end
  }
}
