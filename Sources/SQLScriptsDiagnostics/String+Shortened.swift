extension String {
  /// The text with its middle left out, if it takes more than some bytes of UTF-8: no message is longer than a
  /// screen, however long a name or a value in it is. What is at fault begins a message, and what to do ends it.
  ///
  /// The cost does not grow with what is left out.
  package func shortened(to limit: Int = 1_500) -> String {
    let count = utf8.count
    guard count > limit, limit > 0 else { return self }
    let head = utf8.index(startIndex, offsetBy: limit * 2 / 3)
    let tail = utf8.index(endIndex, offsetBy: -(limit / 3))
    // Both cuts move back to the border of a scalar.
    let end = unicodeScalars.index(before: unicodeScalars.index(after: head))
    let start = unicodeScalars.index(before: unicodeScalars.index(after: tail))
    return "\(self[..<end]) … \(self[start...])"
  }
}
