import SQLScriptsSQL

/// A checksum of the effect of a script. It is the same for the same statements in a property list, in JSON and in a
/// `.sql` file, with any whitespace and comments. It differs after any change that SQLite could notice.
///
/// It is XXH64 over the tokens of all items, each followed by a NUL. Whitespace and comments are left out. A `;` ends
/// each item; several in a row, or one before the first token, are ignored. `onlyIf`, `require`, `verify`,
/// `transaction` and `foreignKeys` are included if they differ from their default, after a byte that SQL cannot contain.
public struct Checksum: Sendable, Hashable, CustomStringConvertible {
  /// The hash.
  public let value: UInt64

  package init(value: UInt64) {
    self.value = value
  }

  /// Computes the checksum of a script, which may have no statements.
  package init(of script: Script) {
    var stream = TokenStream()
    script.document.withBytes { bytes in
      for item in script.items {
        if let onlyIf = script.options(of: item)?.onlyIf {
          stream.mark("onlyIf")
          stream.take(bytes[onlyIf])
        }
        stream.take(bytes[item.text])
      }
      for query in script.require {
        stream.mark("require")
        stream.take(bytes[query.text])
      }
      for query in script.verify {
        stream.mark("verify")
        stream.take(bytes[query.text])
      }
    }
    if !script.isTransactional { stream.mark("transaction=false") }
    if script.foreignKeys == .unchecked { stream.mark("foreignKeys=unchecked") }
    value = stream.finish()
  }

  /// `xxh64:` and sixteen hexadecimal digits, as in the history and the lock file.
  public var description: String {
    let digits = String(value, radix: 16)
    return "xxh64:" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Converts tokens to their canonical bytes and hashes these in blocks.
private struct TokenStream {
  private static let blockSize = 16 * 1024

  private var hash = XXH64()
  private var block = [UInt8](repeating: 0, count: blockSize)
  private var count = 0
  private var isAfterSemicolon = true

  /// The beginning of the previous statement, up to a `(`, and its tokens. Most statements of a bulk script begin in
  /// the same way, and tokens do not depend on the text before them.
  private var opening: [UInt8] = []
  private var openingTokens: [UInt8] = []

  /// The same for the current statement, as ranges of its text and of the block.
  private var openingText = 0..<0
  private var openingBlock = 0..<0

  /// Adds all tokens of one text, and the `;` that ends it.
  mutating func take(_ sql: UnsafeBufferPointer<UInt8>) {
    var scanner = SQLScanner(sql)
    var kind = SQLToken.Kind.semicolon
    begin(sql, &scanner)
    // Patterns, because == is a call into another module.
    while let token = scanner.nextSignificant() {
      if case .semicolon = token.kind {
        end(sql)
        begin(sql, &scanner)
      } else {
        append(UnsafeBufferPointer(rebasing: sql[token.range]))
        isAfterSemicolon = false
        // Such as the one after VALUES. Those of further rows come after a comma.
        if case (.leftParenthesis, .word) = (token.kind, kind) { noteOpening(upTo: token) }
        if case .comma = token.kind { takeValues(&scanner) }
      }
      kind = token.kind
    }
    end(sql)
  }

  /// Adds the simple values that come next.
  private mutating func takeValues(_ scanner: inout SQLScanner) {
    let size = block.withUnsafeMutableBufferPointer {
      scanner.copyValues(to: UnsafeMutableBufferPointer(rebasing: $0[count...]))
    }
    count += size
  }

  private mutating func begin(_ sql: UnsafeBufferPointer<UInt8>, _ scanner: inout SQLScanner) {
    let start = scanner.position
    openingText = start..<start
    guard !opening.isEmpty, UnsafeBufferPointer(rebasing: sql[start...]).hasPrefix(opening) else {
      openingBlock = count..<count
      return
    }
    scanner.skip(to: start + opening.count)
    reserve(openingTokens.count)
    openingTokens.withUnsafeBytes { tokens in
      block.withUnsafeMutableBytes { [count] in
        UnsafeMutableRawBufferPointer(rebasing: $0[count...]).copyMemory(from: tokens)
      }
    }
    count += openingTokens.count
    takeValues(&scanner)
    isAfterSemicolon = false
    // It is already known.
    openingBlock = Self.blockSize..<Self.blockSize
  }

  private mutating func noteOpening(upTo token: SQLToken) {
    // Not a long one, and not one whose first tokens are already hashed.
    guard openingBlock.lowerBound < count, token.range.upperBound - openingText.lowerBound <= 512
    else { return }
    openingText = openingText.lowerBound..<token.range.upperBound
    openingBlock = openingBlock.lowerBound..<count
  }

  private mutating func keepOpening(_ sql: UnsafeBufferPointer<UInt8>) {
    guard !openingText.isEmpty, openingBlock.upperBound <= count else { return }
    opening = Array(sql[openingText])
    openingTokens = Array(block[openingBlock])
  }

  mutating func mark(_ word: StaticString) {
    append(1)
    append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  mutating func finish() -> UInt64 {
    flush()
    return hash.finish()
  }

  private mutating func end(_ sql: UnsafeBufferPointer<UInt8>) {
    keepOpening(sql)
    guard !isAfterSemicolon else { return }
    append(UInt8(ascii: ";"))
    append(0)
    isAfterSemicolon = true
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count + 1)
    guard bytes.count < Self.blockSize else {
      hash.update(bytes)
      append(0)
      return
    }
    // Most tokens have a few bytes, so a call to copy them would cost more than a loop.
    block.withUnsafeMutableBufferPointer { block in
      for index in bytes.indices { block[count &+ index] = bytes[index] }
      block[count &+ bytes.count] = 0
    }
    count += bytes.count + 1
  }

  private mutating func append(_ byte: UInt8) {
    reserve(1)
    block[count] = byte
    count += 1
  }

  /// Makes room in the block for this many bytes, if possible.
  private mutating func reserve(_ size: Int) {
    if size > Self.blockSize - count { flush() }
  }

  private mutating func flush() {
    // Tokens that left the block cannot be kept.
    openingText = openingText.lowerBound..<openingText.lowerBound
    openingBlock = Self.blockSize..<Self.blockSize
    block.withUnsafeBufferPointer { hash.update(UnsafeBufferPointer(rebasing: $0[..<count])) }
    count = 0
  }
}
