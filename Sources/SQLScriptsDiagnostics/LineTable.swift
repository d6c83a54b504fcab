#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lines of a text. They are counted when a location is needed for the first time, because most files have no
/// finding.
final class LineTable: @unchecked Sendable {
  typealias Place = (line: Int, column: Int)

  /// The location of the first byte of each block, so that thousands of findings in a large file, or in a very long
  /// line, need not be counted from the start.
  private var blockPlaces: [Place] = []

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  private static let blockSize = 4096

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// - Parameters:
  ///   - offset: at most the number of bytes.
  ///   - bytes: the same text in each call.
  func place(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Place {
    let block = offset / Self.blockSize
    var place = places(bytes)[block]
    Self.move(&place, over: block * Self.blockSize..<offset, of: bytes)
    return place
  }

  private func places(_ bytes: UnsafeBufferPointer<UInt8>) -> [Place] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if blockPlaces.isEmpty { blockPlaces = Self.blockPlaces(bytes) }
    return blockPlaces
  }

  private static func blockPlaces(_ bytes: UnsafeBufferPointer<UInt8>) -> [Place] {
    var place: Place = (1, 1)
    var places = [place]
    places.reserveCapacity(bytes.count / blockSize + 1)
    var start = 0
    while bytes.count - start >= blockSize {
      let block = start..<start + blockSize
      if !moveQuickly(&place, over: block, of: bytes) { move(&place, over: block, of: bytes) }
      places.append(place)
      start += blockSize
    }
    return places
  }

  private static func move(
    _ place: inout Place, over range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>
  ) {
    let start = hasByteOrderMark(bytes) ? max(range.lowerBound, 3) : range.lowerBound
    guard start < range.upperBound else { return }
    for index in start..<range.upperBound {
      if isLineEnd(bytes, index) {
        place = (place.line + 1, 1)
      } else if bytes[index] & 0xC0 != 0x80 {
        place.column += 1
      }
    }
  }

  /// A faster version for blocks without CR and byte-order mark, where only the last line of the block has relevant
  /// columns. Returns false and does nothing for other blocks.
  private static func moveQuickly(
    _ place: inout Place, over range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if range.lowerBound == 0, hasByteOrderMark(bytes) { return false }
    let words = UnsafeRawBufferPointer(bytes)
    var lineEnds = 0
    var start = range.lowerBound
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      let word = words.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard word.mayHave(lessThan: 0x0E) else { continue }
      if word.mayHave(0x0D) { return false }
      guard word.mayHave(0x0A) else { continue }
      for at in index..<index + 8 where bytes[at] == 0x0A {
        lineEnds += 1
        start = at + 1
      }
    }
    if lineEnds > 0 { place = (place.line + lineEnds, 1) }
    for index in start..<range.upperBound where bytes[index] & 0xC0 != 0x80 { place.column += 1 }
    return true
  }

  /// Whether a byte is the last one of a line ending: LF, or a CR without LF.
  private static func isLineEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let byte = bytes[index]
    if byte == 0x0A { return true }
    return byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
  }

  static func hasByteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }
}

extension UInt64 {
  /// Whether one of its eight bytes is `byte`. False positives are rare.
  fileprivate func mayHave(_ byte: UInt8) -> Bool {
    (self ^ 0x0101_0101_0101_0101 &* UInt64(byte)).mayHave(lessThan: 1)
  }

  /// Whether one of its eight bytes is less than `byte`, which is at most 128. False positives are rare.
  fileprivate func mayHave(lessThan byte: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (self &- ones &* UInt64(byte)) & ~self & (ones &* 0x80) != 0
  }
}
