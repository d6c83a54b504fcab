import SQLScriptsSQL

extension UnparsedStatement {
  /// A ' inside a string, which ends it, so that the rest is not SQL.
  var apostrophe: SyntaxErrorCause? {
    guard let text = apostropheToken, bytes(text).count >= 2 else { return nil }
    let end = text.range.upperBound - 1
    // 'a, 'b': the missing quote is the one before the comma.
    let inside = bytes(text).dropFirst().dropLast()
    if let last = inside.last(where: { !Self.isBlank($0) }),
      [UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: "=")].contains(last)
    {
      return unclosedQuote(at: text.range.lowerBound)
    }
    let isEscaped = inside.last == UInt8(ascii: "\\")
    let reading = ApostropheReading(self) ?? ApostropheReading(cutBySemicolon: self)
    let isBeforeLetter =
      token(stop)?.range.lowerBound == end + 1 && ApostropheReading.isBetweenLetters(end, in: bytes)
    guard reading != nil || isEscaped || hasUnclosedText || isBeforeLetter else { return nil }
    return .apostrophe(
      (isEscaped ? end - 1 : end)..<end + 1,
      reading.map { [$0] + $0.swallowed(in: self) } ?? [])
  }

  /// An opening quote without a closing one.
  var unclosedQuote: SyntaxErrorCause? {
    let quotes: Set<UInt8> = [0x22, 0x27, 0x5B, 0x60]
    let token = tokens.last { token in
      token.kind == .illegal
        && (bytes(token).first.map(quotes.contains) == true || isUnclosedBlob(token))
    }
    return token.map { token in
      let quote = token.range.lowerBound + (isUnclosedBlob(token) ? 1 : 0)
      let missing = MissingQuote(of: quote, in: self)
      if missing == nil, let place = ApostropheReading.onlyApostrophe(in: bytes) {
        return .apostrophe(place..<place + 1, [])
      }
      return .unclosedQuote(quote..<quote + 1, missing)
    }
  }

  private func unclosedQuote(at place: Int) -> SyntaxErrorCause {
    .unclosedQuote(place..<place + 1, MissingQuote(of: place, in: self))
  }

  /// An x before a quote that is never closed: usually the end of a string, as in 'x', whose quotes are read the
  /// wrong way round.
  private func isUnclosedBlob(_ token: SQLToken) -> Bool {
    let text = bytes(token)
    guard token.kind == .illegal, text.count > 1, let first = text.first, first | 0x20 == 0x78,
      text.dropFirst().first == UInt8(ascii: "'")
    else { return false }
    return text.count == 2 || text.last != UInt8(ascii: "'")
  }

  private func bytes(_ token: SQLToken) -> ArraySlice<UInt8> { bytes[token.range] }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private var hasUnclosedText: Bool {
    tokens.last.map {
      $0.kind == .illegal && (bytes($0).first == UInt8(ascii: "'") || isUnclosedBlob($0))
    } ?? false
  }

  /// The string that ends too early: a word follows it, usually without a space.
  private var apostropheToken: SQLToken? {
    for index in tokens.indices.prefix(stop + 1).reversed().prefix(6)
    where kind(index) == .string {
      let follower = kind(index + 1)
      let isWord = follower == .word || follower == .integer || follower == .illegal
      if isWord, touchesNext(index) { return tokens[index] }
      let isBackslashed = bytes(tokens[index]).dropLast().last == UInt8(ascii: "\\")
      if isBackslashed, index + 1 >= stop { return tokens[index] }
      if index + 1 == stop, follower == .word, hasUnclosedText,
        !Keywords.all.contains(word(index + 1))
      {
        return tokens[index]
      }
    }
    return nil
  }
}
