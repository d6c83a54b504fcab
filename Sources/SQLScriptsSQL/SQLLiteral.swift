/// A literal of an INSERT, in the script's text.
package enum SQLLiteral {
  case null
  case integer(Int64)
  /// The digits, point and exponent of a number, without its sign. Only SQLite parses it exactly.
  case real(digits: UnsafeBufferPointer<UInt8>, isNegative: Bool)
  /// The text between the quotes, in which a quote may be doubled.
  case text(UnsafeBufferPointer<UInt8>, hasQuotes: Bool)
  /// Pairs of hexadecimal digits.
  case blob(hex: UnsafeBufferPointer<UInt8>)
}

/// Parses literals that SQLite reads as constant values.
///
/// Anything uncertain is rejected: names, expressions, and numbers in hexadecimal, with underscores, or with more than
/// 18 digits, which may not fit into 64 bits.
struct SQLLiteralReader {
  private static let maximumDigits = 18

  /// The next byte.
  private(set) var position: UnsafePointer<UInt8>

  /// The end of the text. Its NUL stops each method, so the position is never beyond it.
  private let end: UnsafePointer<UInt8>

  init(at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) {
    position = start
    self.end = end
  }

  /// Skips whitespace, and a byte if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard position.pointee == byte else { return false }
    position += 1
    return true
  }

  mutating func skipBlanks() {
    while Self.isBlank(position.pointee) { position += 1 }
  }

  /// The next literal; nil if it is something else. The caller must check what follows it.
  mutating func next() -> SQLLiteral? {
    skipBlanks()
    switch position.pointee {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): return number(isNegative: false)
    case UInt8(ascii: "'"): return text()
    case UInt8(ascii: "-"):
      position += 1
      skipBlanks()
      return number(isNegative: true)
    case UInt8(ascii: "+"):
      position += 1
      skipBlanks()
      return number(isNegative: false)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return blob()
    case UInt8(ascii: "n"), UInt8(ascii: "N"): return null()
    default: return nil
    }
  }

  private mutating func number(isNegative: Bool) -> SQLLiteral? {
    let start = position
    var value: Int64 = 0
    while let digit = Self.digit(position.pointee) {
      // A number that overflows has too many digits, and is not used.
      value = value &* 10 &+ digit
      position += 1
    }
    let count = position - start
    if position.pointee != UInt8(ascii: "."), position.pointee | 0x20 != UInt8(ascii: "e") {
      guard count > 0, count <= Self.maximumDigits else { return nil }
      return .integer(isNegative ? -value : value)
    }
    var fraction = 0
    if position.pointee == UInt8(ascii: ".") {
      position += 1
      fraction = takeDigits()
    }
    guard count + fraction > 0 else { return nil }
    if position.pointee | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position.pointee == UInt8(ascii: "+") || position.pointee == UInt8(ascii: "-") {
        position += 1
      }
      guard takeDigits() > 0 else { return nil }
    }
    let digits = UnsafeBufferPointer(start: start, count: position - start)
    return .real(digits: digits, isNegative: isNegative)
  }

  private mutating func takeDigits() -> Int {
    let start = position
    while Self.digit(position.pointee) != nil { position += 1 }
    return position - start
  }

  private mutating func text() -> SQLLiteral? {
    let start = position + 1
    var hasQuotes = false
    position = start
    while true {
      let rest = UnsafeBufferPointer(start: position, count: end - position)
      position += StringScan.endOfRun(in: rest, from: 0)
      guard position.pointee == UInt8(ascii: "'") else { return nil }
      position += 1
      guard position.pointee == UInt8(ascii: "'") else { break }
      hasQuotes = true
      position += 1
    }
    let bytes = UnsafeBufferPointer(start: start, count: position - start - 1)
    return .text(bytes, hasQuotes: hasQuotes)
  }

  private mutating func blob() -> SQLLiteral? {
    guard position[1] == UInt8(ascii: "'") else { return nil }
    let start = position + 2
    position = start
    while SQLLiteral.hexValue(position.pointee) != nil { position += 1 }
    let hex = UnsafeBufferPointer(start: start, count: position - start)
    guard position.pointee == UInt8(ascii: "'"), hex.count.isMultiple(of: 2) else { return nil }
    position += 1
    return .blob(hex: hex)
  }

  private mutating func null() -> SQLLiteral? {
    for byte in "null".utf8 {
      // A NUL is not a letter, so this never reads beyond the end.
      guard position.pointee | 0x20 == byte else { return nil }
      position += 1
    }
    return .null
  }

  private static func digit(_ byte: UInt8) -> Int64? {
    let value = byte &- 0x30
    return value < 10 ? Int64(value) : nil
  }

  /// Whether SQLite treats the byte as whitespace.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }
}

extension SQLLiteral {
  /// The bytes of a blob.
  package static func bytes(ofHex hex: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    stride(from: 0, to: hex.count - 1, by: 2).map { index in
      (hexValue(hex[index]) ?? 0) << 4 | (hexValue(hex[index + 1]) ?? 0)
    }
  }

  /// A string with each doubled quote as one quote.
  package static func bytes(ofQuoted text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var isFirstQuote = false
    for byte in text {
      isFirstQuote = byte == UInt8(ascii: "'") && !isFirstQuote
      if byte != UInt8(ascii: "'") || isFirstQuote { bytes.append(byte) }
    }
    return bytes
  }

  fileprivate static func hexValue(_ byte: UInt8) -> UInt8? {
    let digit = byte &- 0x30
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}
