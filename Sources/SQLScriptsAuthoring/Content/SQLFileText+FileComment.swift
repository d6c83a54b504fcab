import SQLScriptsSQL

extension SQLFileText {
  /// Where the comments before a statement begin to be its own, or where the statement begins. Those before a blank line
  /// belong to the whole file, and so does a license.
  ///
  /// - Parameter start: the beginning of the first comment.
  func endOfComment(ofFileFrom start: Int) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = SQLScanner(UnsafeBufferPointer(rebasing: buffer[start...]))
      var (end, isLicense, lineEnds) = (0, false, 0)
      while let token = scanner.next(), token.isTrivia {
        let text = buffer[start + token.range.lowerBound..<start + token.range.upperBound]
        guard token.kind == .comment else {
          lineEnds += text.count { $0 == 0x0A }
          // The line feed behind a line comment is not part of it.
          if lineEnds > 1 || isLicense { end = token.range.upperBound }
          continue
        }
        if lineEnds > 1 { isLicense = false }
        lineEnds = 0
        isLicense = isLicense || Self.isOfLicense(String(decoding: text, as: UTF8.self))
      }
      return start + end
    }
  }

  private static func isOfLicense(_ comment: String) -> Bool {
    let words = comment.lowercased()
    if words.contains("spdx-license-identifier") || words.contains("licensed under")
      || words.contains("all rights reserved")
    {
      return true
    }
    // Not ranges(of:), which links the regular expressions of the standard library.
    var rest = words[...]
    while let found = rest.firstRange(of: "copyright") {
      rest = rest[found.upperBound...]
      if isOfOwner(rest) { return true }
    }
    return false
  }

  /// Whether “Copyright” is followed by its sign or a year. In other sentences, it is a word like others.
  private static func isOfOwner(_ rest: Substring) -> Bool {
    let rest = rest.drop { $0 == " " || $0 == ":" }
    let year = rest.prefix(4)
    return rest.hasPrefix("(c)") || rest.hasPrefix("©")
      || year.count == 4 && year.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
