/// A reference such as `&lt;`, `&#65;` or `&#x41;`, read from the bytes of the file.
///
/// libxml2 is not used, because 2.9.14 refuses a letter after ten hexadecimal digits, which XML allows, and reports a
/// place in the middle of the digits.
struct XMLReference {
  /// The character; nil if XML does not allow it or has no such name.
  let scalar: Unicode.Scalar?

  /// Whether the number is 0, where SQL would end.
  let isNUL: Bool

  /// The offset just after its `;`.
  let end: Int

  /// The reference that starts at the `&` at an offset; nil if it has no number, no name or no `;`.
  init?(in bytes: UnsafeBufferPointer<UInt8>, at start: Int, before limit: Int) {
    let peek = { (place: Int) -> UInt8 in place < limit ? bytes[place] : 0 }
    var index = start + 1
    guard peek(index) == 0x23 else {
      // The longest name is `quot`.
      guard let semicolon = bytes[index..<max(index, min(index + 8, limit))].firstIndex(of: 0x3B)
      else { return nil }
      scalar = Self.named(bytes[index..<semicolon])
      isNUL = false
      end = semicolon + 1
      return
    }
    index += 1
    let isHex = peek(index) == 0x78
    if isHex { index += 1 }
    let firstDigit = index
    var value: UInt32 = 0
    while let digit = Self.digit(peek(index), isHex: isHex) {
      // With any number of leading zeros, a value beyond Unicode stays beyond it.
      value = min(value * (isHex ? 16 : 10) + digit, 0x110000)
      index += 1
    }
    guard index > firstDigit, peek(index) == 0x3B else { return nil }
    scalar = Self.isAllowed(value) ? Unicode.Scalar(value) : nil
    isNUL = value == 0
    end = index + 1
  }

  private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
    if byte &- 0x30 < 10 { return UInt32(byte - 0x30) }
    let letter = (byte | 0x20) &- 0x61
    return isHex && letter < 6 ? UInt32(letter) + 10 : nil
  }

  /// XML 1.0, section 2.2.
  private static func isAllowed(_ value: UInt32) -> Bool {
    switch value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private static func named(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    default: nil
    }
  }
}
