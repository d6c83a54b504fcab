/// The name of a table, column or other object, compared like SQLite does: byte by byte, ignoring the case of A to Z
/// only.
///
/// Use it wherever names are keys or are searched. As `String`s, “café” with a composed and with a decomposed é are
/// equal, and `lowercased()` maps Ö and ö to one name. For SQLite they are different tables.
/// <https://www.sqlite.org/quirks.html>
package struct SQLName: Sendable {
  /// The name as it was written.
  package let text: String

  /// The canonical spelling.
  package let folded: String

  package init(_ text: String) {
    self.text = text
    guard text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else {
      folded = text
      return
    }
    folded = String(
      decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Creates the name from a quoted token.
  package init(quoted token: String) {
    let bytes = Array(token.utf8)
    guard bytes.count >= 2, let quote = bytes.first else {
      self.init(token)
      return
    }
    // By bytes, because for Swift a quote and a combining accent after it are one character.
    let doubles = quote != UInt8(ascii: "[")
    var name: [UInt8] = []
    var isDoubled = false
    for byte in bytes.dropFirst().dropLast() {
      isDoubled = doubles && byte == quote && !isDoubled
      if !isDoubled { name.append(byte) }
    }
    self.init(String(decoding: name, as: UTF8.self))
  }

  /// The name in double quotes.
  package var quotedName: String { text.quotedName }

  /// Whether the name is reserved for SQLite's own objects: `sqlite_sequence`, `sqlite_autoindex_t_1`.
  package var isReserved: Bool { folded.utf8.starts(with: "sqlite_".utf8) }
}

extension SQLName: Hashable, Comparable {
  package static func == (left: SQLName, right: SQLName) -> Bool {
    left.folded.hasSameBytes(as: right.folded)
  }

  package func hash(into hasher: inout Hasher) {
    var folded = folded
    folded.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// The order of the folded bytes, the same on every machine.
  package static func < (left: SQLName, right: SQLName) -> Bool {
    left.folded.utf8.lexicographicallyPrecedes(right.folded.utf8)
  }
}

extension SQLName: CustomStringConvertible, ExpressibleByStringLiteral {
  package var description: String { text }

  package init(stringLiteral text: String) { self.init(text) }
}

extension String {
  /// Whether both are the same name for SQLite.
  package func isSameName(as other: String) -> Bool { SQLName(self) == SQLName(other) }
}

extension String {
  /// The text in quotes, with quotes inside it doubled.
  package func quoted(by quote: Unicode.Scalar) -> String {
    // By bytes, because for Swift a quote and a combining accent after it are one character.
    let byte = UInt8(ascii: quote)
    guard utf8.contains(byte) else { return "\(quote)\(self)\(quote)" }
    let doubled = utf8.flatMap { $0 == byte ? [$0, $0] : [$0] }
    return "\(quote)" + String(decoding: doubled, as: UTF8.self) + "\(quote)"
  }

  /// The name in double quotes.
  package var quotedName: String { quoted(by: "\"") }

  /// The name, in double quotes if it is not plain, or a reserved keyword.
  package var quotedIfNeeded: String {
    let isPlain = utf8.allSatisfy { byte in
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || (0x30...0x39).contains(byte) || byte == 0x5F
    }
    let startsPlainly = utf8.first.map { !(0x30...0x39).contains($0) } ?? false
    let isReserved = ReservedKeywords.all.contains(uppercased())
    return isPlain && startsPlainly && !isReserved ? self : quotedName
  }
}

extension StringProtocol {
  /// The text with the letters A to Z in lower case, for keywords and for text made from names. For a name that is a
  /// key or is searched, use `SQLName`.
  package var asciiLowercased: String { SQLName(String(self)).folded }
}
