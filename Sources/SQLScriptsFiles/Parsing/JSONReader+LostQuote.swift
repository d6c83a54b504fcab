internal import SQLScriptsDiagnostics

/// Texts that do not end at their next quote: a quote was lost, or quotes inside the text are not escaped.
///
/// Brackets, commas and keys of the file never become a part of a text.
extension JSONReader {
  /// The place of the closing quote that a text up to the next quote has lost before a comma, a bracket or a colon; nil if
  /// the next quote may be its own.
  func placeOfLostQuote(opening: Int, closing: Int) -> Int? {
    if expectation == .firstKey || expectation == .key,
      let end = endOfKnownKey(from: opening + 1), end < closing
    {
      return followsColon(end) && !followsColon(closing + 1) ? end : nil
    }
    guard beginsItem(closing + 1), let end = endOfText(opening: opening, limit: closing) else {
      return nil
    }
    return bytes[end..<closing].contains(where: isStructure) ? end : nil
  }

  /// Where only commas, brackets and whitespace follow in a range after an opening quote; nil if none of them do, or if the
  /// SQL before them is not complete.
  func endOfText(opening: Int, limit: Int) -> Int? {
    var (sql, end, place) = (UnfinishedSQL(), Int?.none, opening + 1)
    while place < limit {
      let byte = bytes[place]
      // A bracket after a word begins a name.
      let isOutside =
        TextCheck.isBlank(byte) || isStructure(byte) && (byte != 0x5B || end != nil)
      if isOutside, sql.isWhole {
        end = end ?? place
      } else {
        for skipped in bytes[(end ?? place)..<place] { sql.read(skipped) }
        end = nil
        sql.read(byte)
        if byte == 0x5C { place += 1 }
      }
      place += 1
    }
    return end.flatMap { $0 > opening + 1 ? $0 : nil }
  }

  /// The quote that certainly ends a text with pairs of quotes inside its SQL; nil if it is far away, because there may be
  /// many such texts on a line.
  func endOfQuotingText(from opening: Int) -> Int? {
    var (sql, isQuoted, place) = (UnfinishedSQL(), false, opening + 1)
    let limit = min(bytes.count, opening + 4_000)
    while place < limit, !isLineEnd(bytes[place]) {
      if bytes[place] == 0x22, !sql.isInText {
        if !isQuoted, sql.isWhole, endsItem(after: place) { return place }
        isQuoted.toggle()
      } else if bytes[place] == 0x5C {
        place += 1
      } else if !isQuoted {
        sql.read(bytes[place])
      }
      place += 1
    }
    return nil
  }

  /// Whether a colon follows after whitespace on the line.
  func followsColon(_ place: Int) -> Bool {
    let next = endOfBlanks(from: place)
    return next < bytes.count && bytes[next] == 0x3A
  }

  /// Whether what follows a quote shows that it ends an item. A comma inside SQL is not followed by another item.
  func endsItem(after quote: Int) -> Bool {
    let next = endOfBlanks(from: quote + 1)
    guard next < bytes.count, bytes[next] == 0x2C else {
      return next == bytes.count || isLineEnd(bytes[next]) || bytes[next] == 0x5D
        || bytes[next] == 0x7D
    }
    let item = endOfBlanks(from: next + 1)
    return isLastOnLine(item) || beginsValue(item) || [0x23, 0x2F].contains(bytes[item])
  }

  /// Whether a text over several lines has a list, a dictionary or another statement on a line after its first.
  func takesStructure(lineEnds: [Int]) -> Bool {
    lineEnds.contains { lineEnd in
      var end = lineEnd
      while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
      let isCRLF = bytes[lineEnd...].starts(with: [0x0D, 0x0A])
      let next = endOfBlanks(from: lineEnd + (isCRLF ? 2 : 1))
      guard end > 0, next < bytes.count else { return true }
      return bytes[next] == 0x7B || bytes[next] == 0x7D
        || bytes[end - 1] == 0x2C && beginsItem(next)
    }
  }

  /// Whether a key that scripts have, or a statement, begins at a place after an opening quote.
  private func beginsItem(_ place: Int) -> Bool {
    if let end = endOfKnownKey(from: place), end < bytes.count, bytes[end] == 0x22,
      followsColon(end + 1)
    {
      return true
    }
    guard let end = endOfLetters(from: place), end < bytes.count, TextCheck.isBlank(bytes[end])
    else { return false }
    let word = String(decoding: bytes[place..<end], as: UTF8.self).uppercased()
    return Self.verbs.contains(word)
  }

  private static let verbs: Set = [
    "CREATE", "ALTER", "INSERT", "UPDATE", "DELETE", "DROP", "REPLACE", "PRAGMA", "SELECT", "WITH",
  ]

  private func endOfKnownKey(from start: Int) -> Int? {
    guard let end = endOfLetters(from: start) else { return nil }
    return HeaderKey.isKey(String(decoding: bytes[start..<end], as: UTF8.self)) ? end : nil
  }

  /// The end of a word that is not longer than any key.
  private func endOfLetters(from start: Int) -> Int? {
    var end = start
    while end < bytes.count, end < start + 16, (bytes[end] | 0x20) &- 0x61 < 26 { end += 1 }
    return end > start ? end : nil
  }

  private func isStructure(_ byte: UInt8) -> Bool {
    [0x2C, 0x5B, 0x5D, 0x7B, 0x7D].contains(byte)
  }
}

/// What the beginning of an SQL statement leaves open.
private struct UnfinishedSQL {
  private(set) var isInText = false
  private var parentheses = 0
  private var brackets = 0

  var isWhole: Bool { !isInText && parentheses <= 0 && brackets <= 0 }

  mutating func read(_ byte: UInt8) {
    switch byte {
    case 0x27: isInText.toggle()
    case _ where isInText: break
    case 0x28: parentheses += 1
    case 0x29: parentheses -= 1
    case 0x5B: brackets += 1
    case 0x5D: brackets -= 1
    default: break
    }
  }
}
