import SQLScriptsSQL

/// The place of the other quote of a string or name that has only one: before the keyword, comma or parenthesis with
/// which the statement continues, or before the word that the quote ends.
///
/// Nearly any statement compiles if enough of it becomes a string, so the first place at which SQLite compiles the
/// statement with all its names counts, and the end of the statement never does if there is an earlier one.
struct MissingQuote: Sendable, Hashable {
  /// Where to write it.
  enum Place: Sendable, Hashable {
    case between(String, next: String)
    case after(String)
    case before(String)
    /// Instead of a typographic quote, or of the other kind at one end of a string: 'Paris".
    case insteadOf(String)
    /// Once instead of twice, because two quotes stand for one in the text: 'James''.
    case once(String)
  }

  let place: Place
  /// The bytes of the statement that it replaces; none if it is only inserted.
  let range: Range<Int>
  /// The quote to write.
  private(set) var quote: String

  private static let manyPlaces = 24
  private static let longestWords = 40

  init?(of start: Int, in unparsed: UnparsedStatement) {
    let bytes = unparsed.bytes
    guard bytes.indices.contains(start),
      let probe = SyntaxProbe(tables: unparsed.tables, limit: 2 * Self.manyPlaces + 1)
    else { return nil }
    let opening = bytes[start]
    let closing = opening == UInt8(ascii: "[") ? UInt8(ascii: "]") : opening
    let straight = String(decoding: [closing], as: UTF8.self)
    let corrected = { (place: Int) in
      // In a .sql file, an unclosed string also contains the statements after it.
      let end = bytes[place...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
      return bytes[..<place] + [closing] + bytes[place..<end]
    }
    let compiles = { (place: Int) in
      probe.compiles(corrected(place), allowsDoubleQuotedText: false)
    }
    let ends = Self.ends(after: start + 1, in: bytes)
    var end = ends.first { compiles($0.place) }
    if end == nil {
      // There may be another mistake.
      let likely = ends.filter { $0.next != nil && probe.understands(corrected($0.place)) }
      end = likely.count == 1 ? likely.first : nil
    }
    // "Paris', 'x'
    let single = unparsed.bytes(replacing: start..<start + 1, with: "'")
    if end == nil, opening == UInt8(ascii: "\""), probe.compiles(single) {
      (place, range, quote) = (.insteadOf("\""), start..<start + 1, "'")
      return
    }
    quote = straight
    if let end, let typographic = Self.otherQuote(closing, endsAt: end.place, after: start, bytes) {
      place = .insteadOf(String(typographic))
      range = end.place - UTF8.width(typographic)..<end.place
    } else if let end, end.place > start + 3,
      bytes[end.place - 2..<end.place].allSatisfy({ $0 == closing }),
      let last = Self.words(bytes[start + 1..<end.place - 2])
    {
      (place, range, quote) = (.once(last), end.place - 1..<end.place, "")
    } else if let end,
      let last = Self.words(bytes[start + 1..<end.place])
    {
      place = end.next.map { .between(last, next: $0) } ?? .after(last)
      range = end.place..<end.place
    } else if let word = Self.wordStart(before: start, in: bytes), compiles(word),
      let text = Self.words(bytes[word..<start])
    {
      (place, range) = (.before(text), word..<word)
    } else {
      return nil
    }
  }

  /// The typographic form of a quote, or the double quote for a single one, at the end of a string that has no other one.
  private static func otherQuote(
    _ quote: UInt8, endsAt end: Int, after start: Int, _ bytes: [UInt8]
  ) -> Unicode.Scalar? {
    let quotes = String(decoding: bytes[start + 1..<end], as: UTF8.self).unicodeScalars
      .filter {
        StrayCharacter.quotes[$0]?.asciiValue == quote
          || quote == UInt8(ascii: "'") && $0 == "\""
      }
    let isLast = quotes.last.map {
      bytes[..<end].suffix(UTF8.width($0)).elementsEqual("\($0)".utf8)
    }
    return quotes.count == 1 && isLast == true ? quotes.last : nil
  }

  /// The places at which a string may end, with the text after it.
  private static func ends(after start: Int, in bytes: [UInt8]) -> [(place: Int, next: String?)] {
    var found: [(place: Int, next: String?)] = []
    var index = start
    while index < bytes.count, found.count < manyPlaces {
      let byte = bytes[index]
      if [UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: ";")].contains(byte) {
        let place = trimmed(start, index, in: bytes)
        if place > start { found.append((place, String(decoding: [byte], as: UTF8.self))) }
        index += 1
        continue
      }
      guard isLetter(byte) else {
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { !isLetter($0) } ?? bytes.count
      let word = String(decoding: bytes[index..<end], as: UTF8.self)
      let place = trimmed(start, index, in: bytes)
      if place < index, place > start, continuing.contains(word.uppercased()) {
        found.append((place, word))
      }
      index = end
    }
    let end = trimmed(start, bytes.count, in: bytes)
    if found.count < manyPlaces, end > start { found.append((end, nil)) }
    return found
  }

  /// Keywords that can follow a string or name.
  private static let continuing: Set = [
    "WHERE", "AND", "OR", "FROM", "SET", "ORDER", "GROUP", "HAVING", "LIMIT", "UNION", "EXCEPT",
    "INTERSECT", "ON", "VALUES", "SELECT", "THEN", "WHEN", "ELSE", "END", "AS", "NOT", "NULL", "IS",
    "IN", "LIKE", "BETWEEN", "COLLATE", "CHECK", "UNIQUE", "REFERENCES", "PRIMARY", "DEFAULT",
    "RETURNING", "TEXT", "INTEGER", "REAL", "BLOB", "NUMERIC", "ADD", "RENAME", "DROP", "TO",
    "USING", "JOIN", "LEFT", "INNER", "ASC", "DESC", "DO",
  ]

  /// The start of the word that touches a quote.
  private static func wordStart(before quote: Int, in bytes: [UInt8]) -> Int? {
    let start = bytes[..<quote].lastIndex { !isLetter($0) }.map { $0 + 1 } ?? 0
    return start < quote ? start : nil
  }

  private static func trimmed(_ start: Int, _ end: Int, in bytes: [UInt8]) -> Int {
    bytes[start..<end].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }

  /// The last words of a text on one line; nil if there are none.
  private static func words(_ bytes: ArraySlice<UInt8>) -> String? {
    let line = bytes.split { $0 == 0x0A || $0 == 0x0D }.last ?? []
    let text = String(decoding: line, as: UTF8.self).oneLine
    guard !text.isEmpty else { return nil }
    guard text.count > longestWords else { return text }
    return text.split(separator: " ").last.map { String($0.suffix(longestWords)) }
  }
}
