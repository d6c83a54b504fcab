import SQLScriptsSQL

extension StatementBytes {
  /// The parts of a text, each with one statement and the comments that belong to it. Together they are the whole text.
  ///
  /// A comment belongs to the statement after it, or to the one that ends on the line on which the comment begins.
  package static func parts(of text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var ends: [Int] = []
    each(in: text) { statement, _ in
      guard let start = text.baseAddress, let address = statement.baseAddress else { return }
      ends.append(address - start + statement.count)
    }
    guard !ends.isEmpty else { return [] }
    let places = ends.dropLast().map { endOfComments(after: $0, in: text) }
    return zip([0] + places, places + [text.count]).map { $0..<$1 }
  }

  /// Where the comments end that begin on the line on which a statement ends. One that ignores a rule is for the next
  /// statement.
  static func endOfComments(after place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var scanner = SQLScanner(text)
    scanner.skip(to: place)
    var end = place
    while let token = scanner.next(), token.isTrivia {
      let bytes = text[token.range]
      if token.kind == .comment {
        guard !Suppressions.isDirective(String(decoding: bytes, as: UTF8.self)) else { break }
        end = token.range.upperBound
      }
      if bytes.contains(0x0A) { break }
    }
    return end
  }
}
