/// Finds a tag with too many attributes. libxml2 compares each attribute with all others, which takes quadratic time.
enum XMLTagCheck {
  /// A property list has one attribute, the `version` of `<plist>`.
  static let maximumAttributes = 256

  /// More than `maximumAttributes` attributes, such as ` a=""`, take at least this many bytes.
  private static let stride = 5 * maximumAttributes

  /// The offset of the `<` of such a tag; nil if there is none.
  ///
  /// A tag contains no `<`, so such a tag starts with a `<` that is followed by `stride` bytes without another one.
  /// Searching from the right finds these without reading every byte.
  static func overloadedTag(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var open = start
    while bytes.count - open > stride {
      var next = open + stride
      while next > open, bytes[next] != 0x3C { next -= 1 }
      if next > open {
        open = next
        continue
      }
      if bytes[open] == 0x3C, isStartTag(bytes[open + 1]),
        attributeCount(in: bytes, from: open) > maximumAttributes
      {
        return open
      }
      next = open + stride
      while next < bytes.count, bytes[next] != 0x3C { next += 1 }
      open = next
    }
    return nil
  }

  private static func isStartTag(_ byte: UInt8) -> Bool {
    byte != 0x21 && byte != 0x2F && byte != 0x3F
  }

  /// The number of consecutive attributes after the name, as libxml2 reads them. The first text that is not
  /// `name="value"` after whitespace ends the tag.
  private static func attributeCount(
    in bytes: UnsafeBufferPointer<UInt8>, from open: Int
  ) -> Int {
    var count = 0
    var index = open + 1
    let peek = { index < bytes.count ? bytes[index] : 0 }
    let skipBlanks = { while TextCheck.isBlank(peek()) { index += 1 } }
    let skipName = { while peek() != 0, !endsName(peek()) { index += 1 } }
    skipName()
    while TextCheck.isBlank(peek()) {
      skipBlanks()
      let name = index
      skipName()
      guard index > name else { return count }
      skipBlanks()
      guard peek() == 0x3D else { return count }
      index += 1
      skipBlanks()
      let quote = peek()
      guard quote == 0x22 || quote == 0x27 else { return count }
      index += 1
      while peek() != quote, peek() != 0, peek() != 0x3C { index += 1 }
      guard peek() == quote else { return count }
      index += 1
      count += 1
    }
    return count
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    TextCheck.isBlank(byte) || [0x22, 0x27, 0x2F, 0x3C, 0x3D, 0x3E].contains(byte)
  }
}
