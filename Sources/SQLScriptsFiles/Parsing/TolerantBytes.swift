/// Bytes that can be read at any offset.
///
/// After a mistake, libxml2's cursor need not be at the end of a tag, and an offset computed from it can be outside the
/// file or before the start of a range. That must not trap.
struct TolerantBytes: RandomAccessCollection {
  let buffer: UnsafeBufferPointer<UInt8>

  var startIndex: Int { 0 }
  var endIndex: Int { buffer.count }

  /// The byte at an offset; 0 outside the file.
  subscript(place: Int) -> UInt8 {
    place >= 0 && place < buffer.count ? buffer[place] : 0
  }

  /// The bytes of a range; none if its bounds are reversed.
  subscript(range: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    buffer[range.clamped(to: 0..<buffer.count)]
  }

  /// The bytes from an offset on; none outside the file.
  subscript(range: PartialRangeFrom<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    self[Range(from: range.lowerBound, to: buffer.count)]
  }
}

extension Range<Int> {
  /// The range between two offsets; empty if they are reversed.
  init(from start: Int, to end: Int) {
    self = start..<Swift.max(start, end)
  }
}
