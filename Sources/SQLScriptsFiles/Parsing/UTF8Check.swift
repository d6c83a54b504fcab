enum UTF8Check {
  /// The offset of the first byte that is not part of well-formed UTF-8 (Unicode, table 3-7).
  static func firstInvalidOffset(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 0
    while true {
      index = ByteScan.endOfASCII(in: bytes, from: index)
      guard index < bytes.count else { return nil }
      let length = lengthOfSequence(in: bytes, at: index)
      guard length > 0 else { return index }
      index &+= length
    }
  }

  /// The number of bytes of the non-ASCII character at an offset; 0 if it is not well-formed.
  @inline(__always)
  private static func lengthOfSequence(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let first = bytes[index]
    let left = bytes.count &- index
    guard first >= 0xC2, first <= 0xF4, left >= 2 else { return 0 }
    let second = bytes[index &+ 1]
    if first < 0xE0 { return second & 0xC0 == 0x80 ? 2 : 0 }
    let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest, second <= highest, left >= 3, bytes[index &+ 2] & 0xC0 == 0x80 else {
      return 0
    }
    if first < 0xF0 { return 3 }
    return left >= 4 && bytes[index &+ 3] & 0xC0 == 0x80 ? 4 : 0
  }
}
