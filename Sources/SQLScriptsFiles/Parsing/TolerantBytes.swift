/// Bytes that can be asked for at any place.
///
/// After a mistake libxml2 recovers in its own way. Its cursor then need not stand where a tag ends, and
/// what we compute from it can lie outside the file or run backward. Such a place must not trap.
struct TolerantBytes: RandomAccessCollection {
  let buffer: UnsafeBufferPointer<UInt8>

  var startIndex: Int { 0 }
  var endIndex: Int { buffer.count }

  /// The byte at a place; 0 outside the file.
  subscript(place: Int) -> UInt8 {
    place >= 0 && place < buffer.count ? buffer[place] : 0
  }

  /// The bytes from one place to another; none if they come in the wrong order.
  subscript(range: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    buffer[range.clamped(to: 0..<buffer.count)]
  }

  /// The bytes from a place on; none outside the file.
  subscript(range: PartialRangeFrom<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    self[Range(from: range.lowerBound, to: buffer.count)]
  }
}

extension Range<Int> {
  /// The range between two places; empty if the second one comes first.
  init(from start: Int, to end: Int) {
    self = start..<Swift.max(start, end)
  }
}
