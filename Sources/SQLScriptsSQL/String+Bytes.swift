#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension String {
  /// Whether the bytes are equal. As `String`s, the two spellings of “é” are equal; for SQLite they are not.
  package func hasSameBytes(as other: String) -> Bool {
    let (count, theirCount) = (utf8.count, other.utf8.count)
    guard count == theirCount else { return false }
    var (mine, theirs) = (self, other)
    return mine.withUTF8 { mine in
      theirs.withUTF8 { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return true }
        return memcmp(mine, theirs, count) == 0
      }
    }
  }

  /// Whether it contains a NUL.
  package var hasNUL: Bool {
    var text = self
    return text.withUTF8 { bytes in
      bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
    }
  }

  /// Whether it contains a text, without regard to the case of ASCII letters.
  ///
  /// The standard library prepares a table for each search, which takes longer than searching a name.
  package func containsIgnoringCase(_ text: String) -> Bool {
    guard text.utf8.count <= 32 else { return asciiLowercased.contains(text.asciiLowercased) }
    var (whole, part) = (self, text)
    return whole.withUTF8 { whole in
      part.withUTF8 { part in
        guard part.count <= whole.count else { return false }
        return (0...whole.count - part.count).contains { start in
          part.indices.allSatisfy { whole[start + $0].asciiLowercased == part[$0].asciiLowercased }
        }
      }
    }
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
