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
  }

  /// The bytes and a NUL, which C libraries need behind them.
  package let storage: [UInt8]

  /// The size of the file in bytes.
  package var count: Int { storage.count - 1 }

  /// Whether this stands for the file itself, not for its text.
  package let isNameOnly: Bool

  private let lines = LineTable()

  /// Returns the line and column of a byte offset, both from one.
  ///
  /// A line ends with LF, CR LF or a lone CR. A column counts Unicode scalars, like most editors. A byte-order mark has
  /// no column. Offsets outside the file are clamped.
  package func location(at offset: Int) -> SourceLocation {
    let end = min(max(offset, 0), count)
    let place = withBytes { lines.place(of: end, in: $0) }
    return SourceLocation(file: name, line: place.line, column: place.column, offset: end)
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
  package var hasByteOrderMark: Bool { withBytes(LineTable.hasByteOrderMark) }
}

extension SourceFile {
  /// Calls `body` with the bytes. A NUL follows them.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
    -> Result
  {
    try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0.dropLast())) }
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
