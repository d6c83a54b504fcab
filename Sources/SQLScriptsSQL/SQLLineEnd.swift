#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Line endings that editors show and SQLite does not know.
///
/// For SQLite a `--` comment continues to the next LF. A statement after a lone CR (as on old Macs) or after U+2028 is
/// on a separate line for its author, but part of the comment for SQLite.
package enum SQLLineEnd {
  /// The number of bytes of the line ending at a place; 0 if there is none. CR LF is one.
  package static func length(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let byte = { (offset: Int) in index + offset < bytes.count ? bytes[index + offset] : 0 }
    switch byte(0) {
    case 0x0A, 0x0B, 0x0C: return 1
    case 0x0D: return byte(1) == 0x0A ? 2 : 1
    // U+0085, U+2028 and U+2029.
    case 0xC2: return byte(1) == 0x85 ? 2 : 0
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }

  /// The line that begins at a place, and the beginning of the next one.
  package static func line(
    from start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (text: Range<Int>, next: Int) {
    var end = start
    while end < bytes.count {
      let length = length(at: end, in: bytes)
      if length > 0 { return (start..<end, end + length) }
      end += 1
    }
    return (start..<end, end)
  }

  /// A part of a `--` comment that is on a separate line for its author, and contains SQL.
  package struct Swallowed {
    /// The text that SQLite ignores.
    package var text: Range<Int>
    /// The line endings in the comment that SQLite does not know.
    package var lineEnds: [Range<Int>]
  }

  /// The first such part of each comment in a text.
  package static func swallowed(in bytes: UnsafeBufferPointer<UInt8>) -> [Swallowed] {
    guard mayHaveSwallowed(bytes) else { return [] }
    var found: [Swallowed] = []
    var scanner = SQLScanner(bytes)
    while let token = scanner.next() {
      guard token.kind == .comment, bytes[token.range.lowerBound] == UInt8(ascii: "-") else {
        continue
      }
      let comment = UnsafeBufferPointer(rebasing: bytes[..<token.range.upperBound])
      guard var swallowed = swallowed(in: comment, from: token.range.lowerBound) else { continue }
      // At the end of the text, or the CR of a CR LF.
      let last = comment.count - 1
      if comment.count == bytes.count, comment[last] == 0x0D {
        swallowed.lineEnds.append(last..<comment.count)
      }
      found.append(swallowed)
    }
    return found
  }

  /// - Parameter comment: the text up to the end of the comment.
  private static func swallowed(
    in comment: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Swallowed? {
    var lineEnds: [Range<Int>] = []
    var lost: Range<Int>?
    var at = start
    while at < comment.count {
      let (line, next) = line(from: at, in: comment)
      let text = comment[line].drop { $0 == 0x20 || (0x09...0x0A).contains($0) || $0 == 0x0D }
      if lost == nil, let first = text.first,
        first != UInt8(ascii: "-") || !text.starts(with: "--".utf8)
      {
        lost = text.startIndex..<line.upperBound
      }
      if next < comment.count { lineEnds.append(line.upperBound..<next) }
      at = next
    }
    return lost.map { Swallowed(text: $0, lineEnds: lineEnds) }
  }

  /// Whether one of these line endings follows a `--`, in a comment or not. This is a fast check that nearly all texts
  /// pass. A statement with a million rows has no `--`.
  package static func mayHaveSwallowed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    while true {
      guard at < bytes.count, let start = bytes.baseAddress,
        let dash = memchr(start + at, 0x2D, bytes.count - at)
      else { return false }
      at = UnsafeRawPointer(dash) - UnsafeRawPointer(start)
      guard at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "-") else {
        at += 1
        continue
      }
      while at < bytes.count, bytes[at] != 0x0A {
        let length = length(at: at, in: bytes)
        if length > 0, bytes[at + length - 1] != 0x0A { return true }
        at += max(1, length)
      }
    }
  }
}
