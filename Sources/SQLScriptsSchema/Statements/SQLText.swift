import SQLScriptsSQL

/// A statement with its own copy of the text.
package struct SQLText: SQLStatement, Sendable {
  package let bytes: [UInt8]
  package let tokens: [SQLToken]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens = bytes.withUnsafeBufferPointer { SQLToken.all(in: $0) }
  }

  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  package func withBytes<Result>(
    of part: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[part])) }
  }
}

extension SQLToken {
  /// The tokens of a text without whitespace and comments.
  package static func all(in text: UnsafeBufferPointer<UInt8>) -> [SQLToken] {
    var scanner = SQLScanner(text)
    var tokens: [SQLToken] = []
    while let token = scanner.nextSignificant() { tokens.append(token) }
    return tokens
  }
}
