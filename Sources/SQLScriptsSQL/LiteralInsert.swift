/// Parses `INSERT INTO … VALUES (literals)` without copying any value.
///
/// Two such statements have the same shape if they are equal byte for byte up to VALUES, and have the same numbers of
/// rows and values. Anything else is rejected: a comment, an expression, RETURNING, ON CONFLICT after the values, or
/// rows of different lengths.
package struct LiteralInsert {
  /// More literals would exceed SQLite's limit of parameters, and gain nothing.
  private static let maximumLiterals = 4000

  /// The values of all rows, in order.
  package private(set) var literals: [SQLLiteral] = []

  package private(set) var rowCount = 0

  /// The heads that need not be parsed again.
  package var heads: [[UInt8]] = []

  /// The index of its head in the known heads; nil for another head.
  package private(set) var knownHead: Int?

  /// From the first word to VALUES.
  package private(set) var head = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// The end of the statement: after its `;`, or at the end of the text.
  package private(set) var end: UnsafePointer<UInt8>?

  package init() {}

  /// Parses the statement that begins at a place.
  ///
  /// - Parameter end: the end of the text, where there is a NUL.
  /// - Returns: false for any other statement.
  package mutating func read(
    at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> Bool {
    var reader = SQLLiteralReader(at: start, before: end)
    reader.skipBlanks()
    let rest = UnsafeBufferPointer(start: reader.position, count: end - reader.position)
    knownHead = heads.firstIndex { rest.hasPrefix($0) }
    let known = knownHead.map { heads[$0].count }
    guard let count = known ?? Self.headCount(rest) else { return false }
    head = UnsafeBufferPointer(rebasing: rest[..<count])
    return readRows(at: reader.position + count, before: end)
  }

  private mutating func readRows(
    at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> Bool {
    literals.removeAll(keepingCapacity: true)
    rowCount = 0
    var width = 0
    var reader = SQLLiteralReader(at: start, before: end)
    repeat {
      guard reader.take(UInt8(ascii: "(")) else { return false }
      repeat {
        guard literals.count < Self.maximumLiterals, let literal = reader.next() else {
          return false
        }
        literals.append(literal)
      } while reader.take(UInt8(ascii: ","))
      guard reader.take(UInt8(ascii: ")")) else { return false }
      rowCount += 1
      if rowCount == 1 { width = literals.count }
      guard literals.count == width * rowCount else { return false }
    } while reader.take(UInt8(ascii: ","))
    guard reader.take(UInt8(ascii: ";")) || reader.position == end else { return false }
    self.end = reader.position
    return true
  }

  /// The number of bytes of `INSERT [OR x] INTO [schema.]table [(columns)] VALUES`.
  private static func headCount(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var words = Words(text)
    if words.take("insert") {
      if words.take("or") { words.takeName() }
    } else if !words.take("replace") {
      return nil
    }
    guard words.take("into"), words.takeName() else { return nil }
    if words.take(.dot), !words.takeName() { return nil }
    if words.take(.leftParenthesis) {
      repeat {
        guard words.takeName() else { return nil }
      } while words.take(.comma)
      guard words.take(.rightParenthesis) else { return nil }
    }
    return words.take("values") ? words.end : nil
  }

  /// The tokens of a head, one token ahead.
  private struct Words {
    private let text: UnsafeBufferPointer<UInt8>
    private var scanner: SQLScanner
    private var token: SQLToken?
    /// The end of the last token.
    private(set) var end = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
      self.text = text
      scanner = SQLScanner(text)
      token = scanner.nextSignificant()
    }

    mutating func take(_ kind: SQLToken.Kind) -> Bool {
      guard let token, token.kind == kind else { return false }
      end = token.range.upperBound
      self.token = scanner.nextSignificant()
      return true
    }

    mutating func take(_ word: StaticString) -> Bool {
      guard let token, token.range.count == word.utf8CodeUnitCount,
        text[token.range].enumerated().allSatisfy({ $1 | 0x20 == word.utf8Start[$0] })
      else { return false }
      return take(.word)
    }

    @discardableResult
    mutating func takeName() -> Bool { take(.word) || take(.quotedName) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the text begins with these bytes.
  package func hasPrefix(_ prefix: [UInt8]) -> Bool {
    guard count >= prefix.count else { return false }
    let bytes = UnsafeRawBufferPointer(self)
    return prefix.withUnsafeBytes { prefix in
      var index = 0
      while index &+ 8 <= prefix.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard word == prefix.loadUnaligned(fromByteOffset: index, as: UInt64.self) else {
          return false
        }
        index &+= 8
      }
      while index < prefix.count, bytes[index] == prefix[index] { index &+= 1 }
      return index == prefix.count
    }
  }
}
