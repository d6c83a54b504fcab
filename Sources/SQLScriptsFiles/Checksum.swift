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
    script.document.text.withUnsafeBufferPointer { text in
      let mix = { (range: Range<Int>) in
        stream.take(UnsafeBufferPointer(rebasing: text[range.clamped(to: text.indices)]))
      }
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
  private var block: [UInt8] = []
  private var isBehindSemicolon = true

  init() {
    block.reserveCapacity(Self.blockSize + 256)
  }

  /// All tokens of one text, and the `;` that ends it.
  mutating func take(_ sql: UnsafeBufferPointer<UInt8>) {
    var scanner = SQLScanner(sql)
    while let token = scanner.nextSignificant() {
      if token.kind == .semicolon {
        end()
      } else {
        append(UnsafeBufferPointer(rebasing: sql[token.range]))
        isBehindSemicolon = false
      }
    }
    end()
  }

  mutating func mark(_ word: StaticString) {
    block.append(1)
    append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  mutating func finish() -> UInt64 {
    flush()
    return hash.finish()
  }

  private mutating func end() {
    guard !isBehindSemicolon else { return }
    block.append(UInt8(ascii: ";"))
    block.append(0)
    isBehindSemicolon = true
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    block.append(contentsOf: bytes)
    block.append(0)
    if block.count >= Self.blockSize { flush() }
  }

  private mutating func flush() {
    block.withUnsafeBufferPointer { hash.update($0) }
    block.removeAll(keepingCapacity: true)
  }
}
