import SQLScriptsSQL
import SQLScriptsValidation

/// A text that was typed as one statement of a `.sql` file.
struct TypedStatement {
  /// The text without a `;` and without blanks at its end. A comment after the `;` keeps both.
  let text: String
  /// The part of the text that is read from the file as the statement.
  let known: String
  /// The end of the text.
  let end: SQLEnd

  /// - Throws: a refusal if the text is not exactly one statement, so that it would swallow what follows it, vanish, or
  ///   change the numbers of the other statements.
  init(_ typed: String) throws(EditedScript.Refusal) {
    let bytes = Array(typed.utf8)
    // For SQLite, the text ends there.
    guard !bytes.contains(0) else { throw .unwritable }
    if let refusal = Self.refusal(ofEnd: bytes) { throw refusal }
    var isWhole: [Bool] = []
    var parts: [String] = []
    var known = 0..<0
    var end = 0
    bytes.withUnsafeBufferPointer { bytes in
      StatementBytes.each(in: bytes) { isWhole.append($1) }
      if isWhole.count > 1 { parts = Self.parts(of: bytes) }
      known = StatementBytes.known(of: bytes)
      end = max(Self.end(of: bytes), known.upperBound)
    }
    guard let isFirstWhole = isWhole.first else { throw .noSQL }
    guard isWhole.count == 1 else { throw .severalStatements(parts) }
    guard isFirstWhole else { throw .openTrigger }
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    self.text = text
    self.known = String(decoding: bytes[known], as: UTF8.self)
    self.end = SQLEnd(of: text)
  }

  /// The statements of a text with their comments. Only blanks and `;` between them are left out.
  private static func parts(of bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    StatementBytes.parts(of: bytes).map { range in
      let part = UnsafeBufferPointer(rebasing: bytes[range])
      var scanner = SQLScanner(part)
      var start = 0
      while let token = scanner.next(), token.kind == .space || token.kind == .semicolon {
        start = token.range.upperBound
      }
      return String(decoding: part[start..<max(start, end(of: part))], as: UTF8.self)
    }
  }

  /// Why nothing can follow a text; nil if something can.
  private static func refusal(ofEnd bytes: [UInt8]) -> EditedScript.Refusal? {
    // Only an open token contains the line end behind it. A `/*` is a comment only if something follows it.
    (bytes + [0x0A]).withUnsafeBufferPointer { bytes in
      var scanner = SQLScanner(bytes)
      var last: SQLToken?
      while let token = scanner.next() { last = token }
      guard let last, last.range.upperBound == bytes.count else { return nil }
      switch last.kind {
      case .comment: return .openComment
      case .illegal:
        let first = bytes[last.range.lowerBound]
        let quotes = Array("\"`[".utf8)
        return .openQuote(quotes.contains(first) ? Character(Unicode.Scalar(first)) : "'")
      default: return nil
      }
    }
  }

  /// The end of a text without blanks and `;` behind it.
  private static func end(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var scanner = SQLScanner(bytes)
    var end = 0
    while let token = scanner.next() {
      if token.kind != .space, token.kind != .semicolon { end = token.range.upperBound }
    }
    // A line comment contains the carriage return before the line feed.
    while end > 0, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }
}
