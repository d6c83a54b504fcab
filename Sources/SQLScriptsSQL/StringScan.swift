/// Finds the end of a string, and copies a token, eight bytes at a time.
enum StringScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The first offset from `start` on with a single quote or a NUL; or the end.
  @inline(__always)
  static func endOfRun(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let raw = UnsafeRawBufferPointer(bytes)
    while index &+ 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quotes = word ^ (ones &* 0x27)
      // “Bit Twiddling Hacks”, haszero. A borrow marks a byte by mistake only above one that is marked correctly.
      let found = ((word &- ones) & ~word | (quotes &- ones) & ~quotes) & highs
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < bytes.count, bytes[index] != 0x27, bytes[index] != 0 { index &+= 1 }
    return index
  }

  /// Copies bytes to the beginning of a buffer, which must have room for them.
  ///
  /// The last word overlaps the one before it, because most tokens have a few bytes, and a loop for each byte would be
  /// vectorized: its preparation alone takes longer.
  @inline(__always)
  static func copy(
    _ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let count = bytes.count
    if count >= 8 {
      var index = 0
      while index &+ 8 < count {
        copy(UInt64.self, at: index, of: bytes, to: target)
        index &+= 8
      }
      copy(UInt64.self, at: count &- 8, of: bytes, to: target)
    } else if count >= 4 {
      copy(UInt32.self, at: 0, of: bytes, to: target)
      copy(UInt32.self, at: count &- 4, of: bytes, to: target)
    } else if count >= 2 {
      copy(UInt16.self, at: 0, of: bytes, to: target)
      copy(UInt16.self, at: count &- 2, of: bytes, to: target)
    } else if count > 0 {
      target[0] = bytes[0]
    }
  }

  @inline(__always)
  private static func copy<Word: BitwiseCopyable>(
    _: Word.Type, at index: Int, of bytes: UnsafeBufferPointer<UInt8>,
    to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: Word.self)
    UnsafeMutableRawBufferPointer(target).storeBytes(of: word, toByteOffset: index, as: Word.self)
  }
}
