#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The methods of these names in the standard library link its regular expressions: 1.3 MB of a static program. They
// also compare characters, so that they do not find the “a” of “á” if its accent is a code point of its own. SQLite
// compares bytes.

extension StringProtocol {
  package func contains(_ text: String) -> Bool {
    firstRange(of: text) != nil
  }

  package func firstRange(of text: String) -> Range<Index>? {
    var (whole, part) = (String(self), text)
    let offset = whole.withUTF8 { whole in part.withUTF8 { whole.firstIndex(of: $0, from: 0) } }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: part.utf8.count)
  }
}

extension String {
  /// A copy with another text in place of each occurrence of a text that is not empty.
  package func replacing(_ text: String, with other: String) -> String {
    var (whole, part) = (self, text)
    return whole.withUTF8 { whole in
      part.withUTF8 { part in
        var result = ""
        var start = 0
        while !part.isEmpty, let end = whole.firstIndex(of: part, from: start) {
          result += String(decoding: whole[start..<end], as: UTF8.self) + other
          start = end + part.count
        }
        return result + String(decoding: whole[start...], as: UTF8.self)
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func firstIndex(of part: Self, from start: Int) -> Int? {
    guard let bytes = baseAddress, let first = part.baseAddress, !part.isEmpty else {
      return part.isEmpty ? start : nil
    }
    var start = start
    while count - start >= part.count,
      let found = memchr(bytes + start, Int32(part[0]), count - start - part.count + 1)
    {
      start = UnsafeRawPointer(bytes).distance(to: found)
      if memcmp(found, first, part.count) == 0 { return start }
      start += 1
    }
    return nil
  }
}
