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
}
