import SQLScripts
import SQLScriptsAdvice
import SQLScriptsSQL
import SQLScriptsSchema

/// The only valid reading of a statement in which apostrophes end strings too early: with the apostrophes doubled.
///
/// Doubling a quote joins the text on both sides of it into one string, and nearly any statement compiles if enough
/// of it becomes a string. So only a quote that looks like an apostrophe is doubled, not one at a place where SQL
/// starts or ends a string: next to a comma, a parenthesis, an operator or a keyword. If several readings compile, or
/// if another mistake explains the statement as well, there is no certain correction.
struct ApostropheReading: Sendable, Hashable {
  private(set) var edits: [StatementEdit]
  /// Whether each apostrophe is between two letters. Next to anything else, it may be the remaining quote of a string
  /// whose other quote was lost.
  let isCertain: Bool
  /// The first corrected string, as it should be written.
  let text: String
  /// Where the corrected statement ends in the uncorrected text.
  private(set) var end: Int

  /// Every choice is compiled.
  private static let manyQuotes = 7
  private static let longestShown = 80

  init?(_ unparsed: UnparsedStatement) {
    guard let probe = SyntaxProbe(tables: unparsed.tables, limit: 400) else { return nil }
    self.init(unparsed.bytes, probe)
  }

  /// - Parameter bytes: the statement, and perhaps others that a string which ends too early has swallowed.
  init?(_ bytes: [UInt8], _ probe: SyntaxProbe) {
    let quotes = Self.apostrophes(in: bytes)
    guard !quotes.isEmpty, quotes.count <= Self.manyQuotes else { return nil }
    var found: (chosen: [Int], end: Int)?
    for choice in 1..<(1 << quotes.count) {
      let chosen = quotes.indices.filter { choice >> $0 & 1 == 1 }.map { quotes[$0] }
      let edits = chosen.map { Self.edit(of: $0, in: bytes, "''") }
      guard let end = Self.end(of: bytes, after: edits, probe) else { continue }
      guard found == nil else { return nil }
      found = (chosen, end)
    }
    guard let (found, end) = found else { return nil }
    let edits = found.map { Self.edit(of: $0, in: bytes, "''") }
    // A comma that was lost together with the quotes around it.
    for index in found.indices {
      var others = edits
      others[index] = Self.edit(of: found[index], in: bytes, "','")
      if Self.end(of: bytes, after: others, probe) != nil { return nil }
    }
    (self.edits, self.end) = (edits, end)
    isCertain =
      found.allSatisfy { Self.isBetweenLetters($0, in: bytes) }
      // “do'n't” is don't with another kind of typo.
      && !zip(found, found.dropFirst()).contains {
        String(decoding: bytes[($0 + 1)..<$1], as: UTF8.self).unicodeScalars
          .allSatisfy(Self.isLetter)
      }
    text = Self.text(around: edits[0].range.lowerBound, in: bytes.applying(edits))
  }

  /// The reading of a text that has others before it.
  func moved(by count: Int) -> ApostropheReading {
    var moved = self
    moved.edits = edits.map {
      StatementEdit($0.range.lowerBound + count..<$0.range.upperBound + count, $0.text)
    }
    moved.end += count
    return moved
  }

  /// Where the statement ends in the uncorrected text if it compiles after edits. In an SQL file, a string that ends
  /// too early also swallows the next statements. These are separate statements then and contain no edits.
  private static func end(
    of bytes: [UInt8], after edits: [StatementEdit], _ probe: SyntaxProbe
  ) -> Int? {
    let bytes = bytes.applying(edits)
    let first = bytes.withUnsafeBufferPointer { StatementText($0).firstStatement }
    let added = edits.reduce(0) { $0 + $1.text.utf8.count - $1.range.count }
    guard let last = edits.last, last.range.upperBound + added <= first.upperBound,
      probe.compiles(bytes[first])
    else { return nil }
    return first.upperBound - added
  }

  /// The replacement of an apostrophe, including a backslash before it.
  private static func edit(of quote: Int, in bytes: [UInt8], _ text: String) -> StatementEdit {
    let isEscaped = quote > 0 && bytes[quote - 1] == UInt8(ascii: "\\")
    return StatementEdit((isEscaped ? quote - 1 : quote)..<quote + 1, text)
  }

  private static func text(around place: Int, in bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = SQLScanner(buffer)
      while let token = scanner.next() {
        guard token.range.contains(place), token.kind == .string else { continue }
        let text = String(decoding: buffer[token.range], as: UTF8.self)
        return text.count > longestShown ? "''" : text
      }
      return "''"
    }
  }

  // MARK: What looks like an apostrophe

  /// The quote between two letters, if there is only one and all quotes are closed after doubling it. Another mistake may
  /// keep the statement from compiling.
  static func onlyApostrophe(in bytes: [UInt8]) -> Int? {
    let places = apostrophes(in: bytes).filter { isBetweenLetters($0, in: bytes) }
    guard places.count == 1, let place = places.first else { return nil }
    let corrected = bytes.applying([edit(of: place, in: bytes, "''")])
    return SQLText(corrected).tokens.contains { $0.kind == .illegal } ? nil : place
  }

  private static func apostrophes(in bytes: [UInt8]) -> [Int] {
    var places: [Int] = []
    var hidden: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = SQLScanner(buffer)
      while let token = scanner.next() {
        if token.kind == .comment || token.kind == .quotedName { hidden.append(token.range) }
      }
    }
    let quote = UInt8(ascii: "'")
    for place in bytes.indices where bytes[place] == quote {
      // A doubled quote is correct, or is an empty string.
      let isAlone =
        (place == 0 || bytes[place - 1] != quote)
        && (place + 1 == bytes.count || bytes[place + 1] != quote)
      if isAlone, !hidden.contains(where: { $0.contains(place) }),
        looksLikeApostrophe(place, in: bytes)
      {
        places.append(place)
      }
    }
    return places
  }

  private static func looksLikeApostrophe(_ place: Int, in bytes: [UInt8]) -> Bool {
    var before = bytes[..<place]
    if before.last == UInt8(ascii: "\\") { before.removeLast() }
    let after = bytes[(place + 1)...]
    guard let left = before.last, let right = after.first else { return false }
    if isLetter(left), isLetter(right) { return true }
    let wordBefore = before.trimmingBlanksAtEnd
    let wordAfter = after.drop(while: isBlank)
    guard let last = wordBefore.last, let first = wordAfter.first, isLetter(last), isLetter(first)
    else { return false }
    let words = [
      wordBefore[
        (wordBefore.lastIndex { !isLetter($0) }.map { $0 + 1 } ?? wordBefore.startIndex)...],
      wordAfter.prefix(while: isLetter),
    ]
    return words.allSatisfy {
      !Keywords.all.contains(String(decoding: $0, as: UTF8.self).uppercased())
    }
  }

  static func isBetweenLetters(_ place: Int, in bytes: [UInt8]) -> Bool {
    var before = bytes[..<place]
    if before.last == UInt8(ascii: "\\") { before.removeLast() }
    let left = String(decoding: before.suffix(4), as: UTF8.self).unicodeScalars.last
    let after = String(decoding: bytes[(place + 1)...].prefix(4), as: UTF8.self)
    guard let left, let right = after.unicodeScalars.first else { return false }
    return isLetter(left) && isLetter(right)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && StrayCharacter.quotes[scalar] == nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte & 0xDF)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingBlanksAtEnd: ArraySlice<UInt8> {
    let end = lastIndex { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    return end.map { self[...$0] } ?? self[startIndex..<startIndex]
  }
}
