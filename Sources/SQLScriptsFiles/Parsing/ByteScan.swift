/// Finds the next byte of interest, eight at a time.
///
/// The tests are the classic ones on words (“Bit Twiddling Hacks”, haszero and hasless). A borrow can mark a byte by
/// mistake, but only above a correctly marked byte, so the lowest mark is correct.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The first offset from `start` on with a quote, a backslash or a control character; or the end.
  @inline(__always)
  static func endOfJSONRun(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    scan(bytes, from: start..<bytes.count) { word in
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      return
        ((word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes
        | (slashes &- ones) & ~slashes) & highs
    } isEnd: {
      $0 == 0x22 || $0 == 0x5C || $0 < 0x20
    }
  }

  /// The first offset in the range with `&`, `<`, CR or one additional byte; or the range's end.
  @inline(__always)
  static func endOfXMLRun(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, or other: UInt8 = 0x26
  ) -> Int {
    scan(bytes, from: range) { word in
      let ampersands = word ^ (ones &* 0x26)
      let brackets = word ^ (ones &* 0x3C)
      let returns = word ^ (ones &* 0x0D)
      let others = word ^ (ones &* UInt64(other))
      return
        ((ampersands &- ones) & ~ampersands | (brackets &- ones) & ~brackets
        | (returns &- ones) & ~returns | (others &- ones) & ~others) & highs
    } isEnd: {
      $0 == 0x26 || $0 == 0x3C || $0 == 0x0D || $0 == other
    }
  }

  /// The first offset in the range with a byte that is not ASCII; or the range's end.
  @inline(__always)
  static func endOfASCII(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    scan(bytes, from: start..<bytes.count) {
      $0 & highs
    } isEnd: {
      $0 >= 0x80
    }
  }

  /// The first offset with a NUL; or the end.
  @inline(__always)
  static func endOfText(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    scan(bytes, from: 0..<bytes.count) {
      ($0 &- ones) & ~$0 & highs
    } isEnd: {
      $0 == 0
    }
  }

  /// The first offset from `start` on with a NUL or a byte that is not ASCII; or the end.
  @inline(__always)
  static func endOfPlainASCII(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    scan(bytes, from: start..<bytes.count) {
      (($0 &- ones) & ~$0 | $0) & highs
    } isEnd: {
      $0 == 0 || $0 >= 0x80
    }
  }

  @inline(__always)
  private static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, from range: Range<Int>, marks: (UInt64) -> UInt64,
    isEnd: (UInt8) -> Bool
  ) -> Int {
    var index = range.lowerBound
    let raw = UnsafeRawBufferPointer(bytes)
    while index &+ 8 <= range.upperBound {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let found = marks(word)
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < range.upperBound, !isEnd(bytes[index]) { index &+= 1 }
    return index
  }
}
