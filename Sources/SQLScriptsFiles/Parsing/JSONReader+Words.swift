internal import SQLScriptsDiagnostics

/// Text outside brackets, commas and strings: words, numbers, whitespace, and text that is not JSON.
extension JSONReader {
  mutating func skipBlanks() {
    while index < bytes.count {
      if TextCheck.isBlank(bytes[index]) {
        index += 1
      } else if endOfComment(from: index) != nil {
        skipComments()
      } else {
        return
      }
    }
  }

  /// Skips consecutive comments and reports each. They are all corrected after the last one.
  private mutating func skipComments() {
    let next = endOfComments(from: index)
    // Only in a plain list, because elsewhere a string need not be SQL.
    let isInList =
      (expectation == .firstItem || expectation == .item) && builder.containers.count == 1
      && builder.containers.last?.isDictionary == false
    while index < next, !builder.isFull {
      guard let end = endOfComment(from: index) else {
        index += 1
        continue
      }
      report(
        .comment(statement: isInList ? next : nil), at: span(index..<end))
      index = end
    }
    index = next
  }

  private func endOfComments(from start: Int) -> Int {
    var next = start
    while next < bytes.count {
      if TextCheck.isBlank(bytes[next]) {
        next += 1
      } else if let end = endOfComment(from: next) {
        next = end
      } else {
        break
      }
    }
    return next
  }

  /// The end of a text without brackets, commas, colons, quotes and whitespace; at least one byte later.
  func endOfWord(from start: Int) -> Int {
    var end = start
    while end < bytes.count, !isDelimiter(bytes[end]) { end += 1 }
    return max(end, start + 1)
  }

  mutating func readWord() {
    let start = index
    let isRoot = expectation == .root
    index = endOfWord(from: start)
    let word = UnsafeBufferPointer(rebasing: bytes[start..<index])
    if word.elementsEqual("true".utf8) {
      builder.add(.true, start..<index)
    } else if word.elementsEqual("false".utf8) {
      builder.add(.false, start..<index)
    } else if word.elementsEqual("null".utf8) {
      builder.add(.null, start..<index)
    } else if let kind = numberKind(of: word) {
      builder.add(kind, start..<index, text: .inPlace(start..<index))
    } else {
      let looksLikeNumber = [0x2B, 0x2D, 0x2E].contains(word[0]) || isDigit(word[0])
      if !looksLikeNumber, !isRoot { index = endOfBareText(from: index) }
      if isBareTextClosed(start..<index) {
        report(.unopenedText, at: span(start..<start))
        builder.add(.string, start..<index, text: decodeForeignText(start..<index - 1))
        return valueEnded()
      }
      // Only the beginning is shown.
      let text = String(decoding: bytes[start..<index].prefix(256), as: UTF8.self)
      report(looksLikeNumber ? .badNumber(text) : .bad(text), at: span(start..<index))
      builder.add(.null, start..<index)
      if isRoot {
        // The rest is not JSON either, and further findings would not help.
        index = bytes.count
      }
    }
    valueEnded()
  }

  /// Whether several words end with the only quote among them, whose other one is missing.
  private func isBareTextClosed(_ range: Range<Int>) -> Bool {
    guard range.count > 1, bytes[range.upperBound - 1] == 0x22 else { return false }
    return range.dropLast().allSatisfy { bytes[$0] != 0x22 && bytes[$0] != 0x5C }
  }

  /// A statement without quotes is one finding, not one for each word.
  private func endOfBareText(from start: Int) -> Int {
    let next = endOfBlanks(from: start)
    guard next < bytes.count, !isLineEnd(bytes[next]),
      ![0x2C, 0x3A, 0x5D, 0x7D].contains(bytes[next])
    else { return start }
    var end = next
    while end < bytes.count, !isLineEnd(bytes[end]) { end += 1 }
    while end > start, [0x20, 0x09, 0x2C, 0x5D, 0x7D].contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// Whether a value begins after whitespace.
  func beginsValue(_ place: Int) -> Bool {
    let next = endOfBlanks(from: place)
    return next < bytes.count && [0x22, 0x5B, 0x7B].contains(bytes[next])
  }

  /// Parses a string between typographic quotes on one line; nil if there is none.
  mutating func scanTypographicText() -> DocumentBuilder.Text? {
    let start = index
    let isKey = expectation == .firstKey || expectation == .key
    let none = isKey ? lookahead.noTypographicEnd.key : lookahead.noTypographicEnd.value
    guard start >= none, let content = endOfTypographicQuote(at: start) else { return nil }
    var end = content
    // A straight quote that JSON syntax follows ends it, too: at once in a key, and otherwise if there is no other end.
    var straight: Int?
    while end < bytes.count, !isLineEnd(bytes[end]) {
      if bytes[end] == 0x22 {
        let next = endOfBlanks(from: end + 1)
        if isKey ? next < bytes.count && bytes[next] == 0x3A : endsItem(next) { straight = end }
        if isKey, straight != nil { break }
      }
      if let after = endOfTypographicQuote(at: end) {
        let next = endOfBlanks(from: after)
        if next == bytes.count || [0x2C, 0x3A, 0x5D, 0x7D, 0x0A, 0x0D].contains(bytes[next])
          || ["，", "：", "］", "】"].contains(where: { bytes[next...].starts(with: $0.utf8) })
        {
          break
        }
      }
      end += 1
    }
    var closed = end < bytes.count ? endOfTypographicQuote(at: end) : nil
    if closed == nil, let straight { (end, closed) = (straight, straight + 1) }
    guard let after = closed else {
      if isKey {
        lookahead.noTypographicEnd.key = end
      } else {
        lookahead.noTypographicEnd.value = end
      }
      return nil
    }
    let text = decodeForeignText(content..<end)
    index = after
    report(
      .typographicQuotes(content: content..<end), at: span(start..<after))
    return text
  }

  /// Whether a comma, a closing bracket or the end of the line is at a place.
  private func endsItem(_ place: Int) -> Bool {
    place == bytes.count || [0x2C, 0x5D, 0x7D, 0x0A, 0x0D].contains(bytes[place])
  }

  /// Parses a string between `"""`, as in Swift and Python; nil if there is none.
  mutating func scanTripleQuotedText() -> DocumentBuilder.Text? {
    let start = index
    // A text that is not empty, as nearly all are, has no quote next.
    guard start + 1 < bytes.count, bytes[start + 1] == 0x22 else { return nil }
    guard !lacksTripleQuotes, isTripleQuote(at: start) else { return nil }
    var end = start + 3
    while end < bytes.count, !isTripleQuote(at: end) { end += bytes[end] == 0x5C ? 2 : 1 }
    guard end + 3 <= bytes.count else {
      lacksTripleQuotes = true
      return nil
    }
    let text = decodeForeignText(start + 3..<end)
    index = end + 3
    report(
      .tripleQuotes(closing: end..<index), at: span(start..<start + 3))
    return text
  }

  private func isTripleQuote(at place: Int) -> Bool {
    place + 3 <= bytes.count && bytes[place] == 0x22 && bytes[place + 1] == 0x22
      && bytes[place + 2] == 0x22
  }

  /// The end of `“`, `”`, `„` or the full-width `＂` at a place.
  func endOfTypographicQuote(at place: Int) -> Int? {
    guard place + 3 <= bytes.count else { return nil }
    switch (bytes[place], bytes[place + 1], bytes[place + 2]) {
    case (0xE2, 0x80, 0x9C...0x9F), (0xEF, 0xBC, 0x82): return place + 3
    default: return nil
    }
  }

  func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Whether a full-width `，` or `：` is at a place.
  func isFullwidth(_ ascii: UInt8, at place: Int) -> Bool {
    bytes[place...].starts(with: [0xEF, 0xBC, ascii + 0x60])
  }

  /// Whether only whitespace follows on the line.
  func isLastOnLine(_ place: Int) -> Bool {
    let end = endOfBlanks(from: place)
    return end == bytes.count || isLineEnd(bytes[end])
  }

  /// Skips the rest of a string that an unescaped double quote of its SQL ended too early. Returns false if this does
  /// not look like one.
  mutating func skipRestOfBrokenText() -> Bool {
    guard index == lastEnd, index > 0, bytes[index - 1] == 0x22, index >= lookahead.noItemEnd else {
      return false
    }
    let opening = builder.document.nodes.last.flatMap { $0.kind == .string ? Int($0.start) : nil }
    let certain = opening.flatMap(endOfQuotingText)
    var end = certain ?? index
    // Two quotes are also an empty text without its comma.
    if certain == nil, bytes[index] == 0x22 { return skipSurplusQuote() }
    while end < bytes.count, !isLineEnd(bytes[end]) {
      if bytes[end] == 0x22, endsItem(after: end) {
        report(
          .unescapedQuote(opening: certain.flatMap { _ in opening }, closing: end),
          at: span(index - 1..<index))
        index = end + 1
        lastEnd = index
        return true
      }
      end += 1
    }
    lookahead.noItemEnd = end
    return false
  }

  /// Skips a second quote at the end of a text.
  mutating func skipSurplusQuote() -> Bool {
    guard endsItem(after: index) else { return false }
    report(.surplusQuote, at: span(index..<index + 1))
    index += 1
    lastEnd = index
    return true
  }

  /// Skips the second of two strings that a `+` joins.
  mutating func skipJoinedText() -> Bool {
    guard bytes[index] == 0x2B, builder.document.nodes.last?.kind == .string,
      beginsValueOnAnyLine(index + 1),
      let next = bytes[(index + 1)...].firstIndex(where: { !TextCheck.isBlank($0) }),
      bytes[next] == 0x22
    else { return false }
    report(.plus(next: next), at: span(index..<index + 1))
    index = next
    skipText()
    index = min(index + 1, bytes.count)
    lastEnd = index
    return true
  }

  /// Goes after the end of the container whose opening bracket was passed.
  mutating func skipContainer() {
    var depth = 1
    while index < bytes.count, depth > 0 {
      switch bytes[index] {
      case 0x22: skipText()
      case 0x5B, 0x7B: depth += 1
      case 0x5D, 0x7D: depth -= 1
      default: break
      }
      index = min(index + 1, bytes.count)
    }
  }

  private mutating func skipText() {
    index += 1
    while index < bytes.count, bytes[index] != 0x22 { index += bytes[index] == 0x5C ? 2 : 1 }
  }

  func endOfBlanks(from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return end
  }

  func endOfClosers(from start: Int) -> Int {
    var end = start
    while end < bytes.count, [0x20, 0x09, 0x2C, 0x5D, 0x7D].contains(bytes[end]) { end += 1 }
    return end
  }

  func endOfComment(from start: Int) -> Int? {
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    switch (bytes[start], next) {
    case (0x2F, 0x2A):
      var end = start + 2
      while end + 1 < bytes.count, bytes[end] != 0x2A || bytes[end + 1] != 0x2F { end += 1 }
      return min(end + 2, bytes.count)
    case (0x2F, 0x2F), (0x23, _), (0x2D, 0x2D):
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      return end
    default: return nil
    }
  }

  private func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D, 0x22: true
    default: false
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// RFC 8259, section 6: `[ minus ] int [ frac ] [ exp ]`.
  private func numberKind(of word: UnsafeBufferPointer<UInt8>) -> Node.Kind? {
    var at = 0
    func peek() -> UInt8 { at < word.count ? word[at] : 0 }
    func digits() -> Bool {
      let start = at
      while isDigit(peek()) { at += 1 }
      return at > start
    }
    var kind = Node.Kind.integer
    if peek() == 0x2D { at += 1 }
    if peek() == 0x30 { at += 1 } else if !digits() { return nil }
    if peek() == 0x2E {
      kind = .real
      at += 1
      guard digits() else { return nil }
    }
    if peek() | 0x20 == 0x65 {
      kind = .real
      at += 1
      if peek() == 0x2B || peek() == 0x2D { at += 1 }
      guard digits() else { return nil }
    }
    return at == word.count ? kind : nil
  }
}
