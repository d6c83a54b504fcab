import SQLScriptsSQL

/// A statement as tokens, with questions about its parts.
///
/// The statement is part of a script or has its own text. Indices refer to `tokens`. Outside the statement there are no
/// words, names or parentheses, so callers need not check bounds.
package protocol SQLStatement {
  /// The tokens without whitespace and comments.
  var tokens: [SQLToken] { get }

  /// Calls a function with the bytes of a range of the text.
  func withBytes<Result>(
    of part: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result

  /// The token at an index with its ASCII letters in upper case; “” outside the statement.
  func word(_ index: Int) -> String
}

extension SQLStatement {
  package var indices: Range<Int> { tokens.indices }

  /// The text of a token.
  package func text(_ token: SQLToken) -> String {
    withBytes(of: token.range) { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a token.
  package func bytes(_ token: SQLToken) -> [UInt8] { withBytes(of: token.range) { Array($0) } }

  /// The text of a token in upper case.
  package func upper(_ token: SQLToken) -> String { text(token).uppercased() }

  /// The name in a token, without its quotes.
  package func name(_ token: SQLToken) -> String {
    let text = text(token)
    return token.kind == .quotedName || token.kind == .string ? SQLName(quoted: text).text : text
  }

  /// The name in the token at an index; “” outside the statement.
  package func name(_ index: Int) -> String {
    tokens.indices.contains(index) ? name(tokens[index]) : ""
  }

  /// The kind of the token at an index; nil outside the statement.
  package func kind(_ index: Int) -> SQLToken.Kind? {
    tokens.indices.contains(index) ? tokens[index].kind : nil
  }

  /// The range without the closing semicolon.
  package var withoutSemicolon: Range<Int> {
    indices.dropLast(tokens.last?.kind == .semicolon ? 1 : 0)
  }

  /// Whether the token at an index is a name, or a keyword without quotes.
  package func isName(_ index: Int) -> Bool { kind(index) == .word || kind(index) == .quotedName }

  // SQLite's keywords are ASCII, and rules ask for words of every statement, so only ASCII is converted.
  package func word(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return withBytes(of: tokens[index].range) { String(uppercasing: $0) }
  }

  /// Whether these words occur at an index, ignoring case.
  package func has(_ words: String..., at index: Int) -> Bool { has(words, at: index) }

  /// Whether these words occur at an index, ignoring case.
  package func has(_ words: [String], at index: Int) -> Bool {
    words.indices.allSatisfy { word(index + $0) == words[$0] }
  }

  /// The first occurrence of these consecutive words.
  package func first(_ words: String...) -> ClosedRange<Int>? {
    indices.first { has(words, at: $0) }.map { $0...($0 + words.count - 1) }
  }

  /// The first token with a name, ignoring case and quotes.
  package func token(named name: String, from start: Int = 0) -> SQLToken? {
    let name = SQLName(name)
    return tokens.dropFirst(start).first { token in
      (token.kind == .word || token.kind == .quotedName) && SQLName(self.name(token)) == name
    }
  }

  /// The last token with a name, ignoring case and quotes, also if it is written as a string.
  package func lastToken(named name: String) -> SQLToken? {
    let name = SQLName(name)
    return tokens.last { token in
      (token.kind == .word || token.kind == .quotedName || token.kind == .string)
        && SQLName(self.name(token)) == name
    }
  }
}

extension String {
  /// Bytes with the letters a to z in upper case.
  package init(uppercasing bytes: UnsafeBufferPointer<UInt8>) {
    self.init(unsafeUninitializedCapacity: bytes.count) { buffer in
      var count = 0
      for byte in bytes {
        buffer[count] = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
        count += 1
      }
      return count
    }
  }
}
