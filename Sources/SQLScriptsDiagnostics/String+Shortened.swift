extension String {
  /// The text without its middle, if it is longer than some bytes of UTF-8. So no message is longer than a screen,
  /// however long a name or value in it is. The beginning of a message has the problem, and the end has the advice.
  ///
  /// The cost does not depend on the length of the middle.
  package func shortened(to limit: Int = 1_500) -> String {
    let count = utf8.count
    guard count > limit, limit > 0 else { return self }
    let head = utf8.index(startIndex, offsetBy: limit * 2 / 3)
    let tail = utf8.index(endIndex, offsetBy: -(limit / 3))
    // Both cuts move back to the beginning of a scalar.
    let end = unicodeScalars.index(before: unicodeScalars.index(after: head))
    let start = unicodeScalars.index(before: unicodeScalars.index(after: tail))
    return "\(self[..<end]) … \(self[start...])"
  }
}
