/// The text of a file, with the name that is shown to people. It never changes.
///
/// All positions in it are byte offsets. Only `location(at:)` converts an offset to a line and a column.
package final class SourceFile: Sendable {
  /// The name that is shown to people: the path as they gave it, or a file name for a script in memory.
  package let name: String

  /// The bytes of the file, including a byte-order mark.
  package var bytes: SourceBytes { SourceBytes(file: self) }

  /// Creates a source file from bytes.
  package convenience init(name: String, bytes: [UInt8]) {
    self.init(name: name, storage: bytes + [0], isNameOnly: false)
  }

  /// Creates a file without reading it, for findings about its name, which have no line.
  package convenience init(unread name: String) {
    self.init(name: name, storage: [0], isNameOnly: true)
  }

  /// Creates a source file and lets a closure read all bytes into their final place.
  package convenience init<Failure: Error>(
    name: String, count: Int, read: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    let storage = [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, initializedCount in
      do throws(Failure) {
        try read(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
        buffer.initializeElement(at: count, to: 0)
        initializedCount = count + 1
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    self.init(name: name, storage: storage, isNameOnly: false)
  }

  private init(name: String, storage: [UInt8], isNameOnly: Bool) {
    self.name = name
    self.storage = storage
    self.isNameOnly = isNameOnly
    blockPlaces = storage.withUnsafeBufferPointer {
      Self.blockPlaces(UnsafeBufferPointer(rebasing: $0.dropLast()))
    }
  }

  /// The bytes and a NUL, which C libraries need behind them.
  package let storage: [UInt8]

  /// The size of the file in bytes.
  package var count: Int { storage.count - 1 }

  /// Whether this stands for the file itself, not for its text.
  package let isNameOnly: Bool

  private typealias Place = (line: Int, column: Int)

  /// The location of the first byte of each block, so that thousands of findings in a large file, or in a very long
  /// line, need not be counted from the start.
  private let blockPlaces: [Place]

  private static let blockSize = 4096

  /// Returns the line and column of a byte offset, both from one.
  ///
  /// A line ends with LF, CR LF or a lone CR. A column counts Unicode scalars, like most editors. A byte-order mark has
  /// no column. Offsets outside the file are clamped.
  package func location(at offset: Int) -> SourceLocation {
    let end = min(max(offset, 0), count)
    let block = end / Self.blockSize
    var place = blockPlaces[block]
    storage.withUnsafeBufferPointer {
      Self.move(&place, over: block * Self.blockSize..<end, of: $0)
    }
    return SourceLocation(file: name, line: place.line, column: place.column, offset: end)
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

  /// The range of the line around an offset, without its line ending.
  package func line(around offset: Int) -> Range<Int> {
    let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let at = min(max(offset, 0), count)
    let bytes = storage
    var start = at
    // An offset on the LF of a CR LF belongs to the line that the pair ends.
    if start > 0, start < count, bytes[start] == 0x0A, bytes[start - 1] == 0x0D { start -= 1 }
    var end = start
    while start > 0, !isLineEnd(bytes[start - 1]) { start -= 1 }
    while end < count, !isLineEnd(bytes[end]) { end += 1 }
    if start == 0, hasByteOrderMark { start = 3 }
    return start..<max(start, end)
  }

  /// Whether the file starts with the UTF-8 byte-order mark.
  package var hasByteOrderMark: Bool { storage.withUnsafeBufferPointer(Self.hasByteOrderMark) }

  private static func hasByteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }
}

extension SourceFile {
  /// Calls `body` with the bytes. A NUL follows them.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
    -> Result
  {
    try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0.dropLast())) }
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

extension SourceFile: Hashable {
  /// Two source files are equal when they have the same name and the same bytes.
  package static func == (left: SourceFile, right: SourceFile) -> Bool {
    left === right
      || (left.name == right.name && left.isNameOnly == right.isNameOnly
        && left.storage == right.storage)
  }

  /// Hashes the name only, because files can be large.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}
