import SQLScriptsSQL

/// What a script does, as one number: the same for the same statements as property list, JSON or
/// `.sql`, indented and commented in any way; another for any change that SQLite could notice.
///
/// It is XXH64 over the tokens of all items, each followed by a NUL. Blanks and comments are left
/// out. A `;` ends each item; several in a row, and one before the first token, count as none more.
/// `onlyIf`, `verify`, `transaction` and `foreignKeys` are mixed in where they differ from their
/// default, behind a byte that no SQL has.
public struct Checksum: Sendable, Hashable, CustomStringConvertible {
  /// The hash.
  public let value: UInt64

  package init(value: UInt64) {
    self.value = value
  }

  /// The checksum of a script; a script without statements has one too.
  package init(of script: Script) {
    var stream = TokenStream()
    let mix = { (text: Range<Int>) in script.document.withBytes(of: text) { stream.take($0) } }
    for item in script.items {
      if let onlyIf = script.options(of: item)?.onlyIf {
        stream.mark("onlyIf")
        mix(onlyIf)
      }
      mix(item.text)
    }
    for query in script.verify {
      stream.mark("verify")
      mix(query.text)
    }
    if !script.isTransactional { stream.mark("transaction=false") }
    if script.foreignKeys == .unchecked { stream.mark("foreignKeys=unchecked") }
    value = stream.finish()
  }

  /// `xxh64:` and sixteen hexadecimal digits, as the history and the lock file keep it.
  public var description: String {
    let digits = String(value, radix: 16)
    return "xxh64:" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Brings tokens into their canonical bytes and hashes these in blocks.
private struct TokenStream {
  private static let blockSize = 16 * 1024

  private var hash = XXH64()
  private var block = [UInt8](repeating: 0, count: blockSize)
  private var count = 0
  private var isBehindSemicolon = true

  /// How the statement before began, up to a `(`, and the tokens of it. In a bulk script most statements
  /// begin in the same way, and behind a token SQLite knows nothing of what was before it.
  private var opening: [UInt8] = []
  private var openingTokens: [UInt8] = []

  /// The same of the statement that is being read, as places in its text and in the block.
  private var openingText = 0..<0
  private var openingBlock = 0..<0

  /// All tokens of one text, and the `;` that ends it.
  mutating func take(_ sql: UnsafeBufferPointer<UInt8>) {
    var scanner = SQLScanner(sql)
    var kind = SQLToken.Kind.semicolon
    begin(sql, &scanner)
    while let token = scanner.nextSignificant() {
      if token.kind == .semicolon {
        end(sql)
        begin(sql, &scanner)
      } else {
        append(UnsafeBufferPointer(rebasing: sql[token.range]))
        isBehindSemicolon = false
        // Such as that behind VALUES; those of further rows come behind a comma.
        if token.kind == .leftParenthesis, kind == .word { noteOpening(upTo: token) }
      }
      kind = token.kind
    }
    end(sql)
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
    block.withUnsafeMutableBufferPointer { block in
      for index in openingTokens.indices { block[count &+ index] = openingTokens[index] }
    }
    count += openingTokens.count
    isBehindSemicolon = false
    // It is known already.
    openingBlock = Self.blockSize..<Self.blockSize
  }

  private mutating func noteOpening(upTo token: SQLToken) {
    // None that is long, nor one of which the first tokens are hashed already.
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
    guard !isBehindSemicolon else { return }
    append(UInt8(ascii: ";"))
    append(0)
    isBehindSemicolon = true
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count + 1)
    guard bytes.count < Self.blockSize else {
      hash.update(bytes)
      append(0)
      return
    }
    // Most tokens are a few bytes, for which a call to copy them would cost more than they do.
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

  /// Makes room in the block for so many bytes, if there can be.
  private mutating func reserve(_ size: Int) {
    if size > Self.blockSize - count { flush() }
  }

  private mutating func flush() {
    // What is gone from the block cannot be kept.
    openingText = openingText.lowerBound..<openingText.lowerBound
    openingBlock = Self.blockSize..<Self.blockSize
    block.withUnsafeBufferPointer { hash.update(UnsafeBufferPointer(rebasing: $0[..<count])) }
    count = 0
  }
}
