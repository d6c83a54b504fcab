import SQLScripts
import SQLScriptsFiles
import SQLScriptsSQL

/// The text of an SQL file, split into its statements.
struct SQLFileText {
  let bytes: [UInt8]

  /// The end of the lines that set keys, including the blank lines between them.
  let headerEnd: Int

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    headerEnd = Self.headerEnd(of: self.bytes)
  }

  /// One statement with the comments before it, or the comments at the end of the file.
  struct Chunk {
    var start: Int
    /// The end of its text, without the `;`.
    var statementEnd: Int
    /// The beginning of the next one, or of whitespace before it.
    var end: Int
    /// The end of the `;`.
    var semicolonEnd = 0
    /// Whether SQLite would store a different text without the `;`.
    var needsSemicolon = false
    /// Whether it continues to the end of the file with a comment or whitespace that SQLite stores.
    var isOpen = false
    /// The comment after the `;` on its line.
    var comment: Range<Int>?
    /// False for comments alone.
    var isStatement = true
  }

  /// The statements in order, without the lines that set keys. A comment belongs to the statement on whose line it
  /// ends, or else to the next one.
  ///
  /// A `;` is kept if there is anything but whitespace around it. Without it, a comment after it would become part of
  /// the statement. SQLite stores such a comment in the schema, and ADD COLUMN then fails.
  var statements: [String] {
    var statements: [String] = []
    for chunk in chunks {
      guard chunk.isStatement else {
        append(chunk.start..<chunk.statementEnd, to: &statements)
        continue
      }
      statements.append(text(of: chunk, through: chunk.comment?.upperBound))
    }
    return statements
  }

  /// The text of a statement for SQLite, up to its `;` if that does not matter.
  ///
  /// - Parameter end: another end; nil for the default.
  func text(of chunk: Chunk, through end: Int?) -> String {
    if chunk.isOpen { return String(decoding: bytes[chunk.start..<chunk.end], as: UTF8.self) }
    return text(
      chunk.start..<(end ?? (chunk.needsSemicolon ? chunk.semicolonEnd : chunk.statementEnd)))
  }

  /// The whole text without whitespace and the lines that set keys.
  var chunks: [Chunk] {
    var chunks: [Chunk] = []
    var offset = headerEnd
    bytes.withUnsafeBufferPointer { buffer in
      while offset < bytes.count {
        let start = skipNothing(from: offset, in: buffer)
        guard start < bytes.count else { return }
        let rest = UnsafeBufferPointer(rebasing: buffer[start...])
        let statement = StatementText(rest).firstStatement
        guard !statement.isEmpty else {
          chunks.append(
            Chunk(start: start, statementEnd: bytes.count, end: bytes.count, isStatement: false))
          return
        }
        let end = semicolon(from: start + statement.upperBound, in: buffer)
        let comment = commentOnLine(from: end.upperBound, in: buffer)
        offset = comment?.upperBound ?? end.upperBound
        var chunk = Chunk(
          start: start, statementEnd: end.lowerBound, end: offset, semicolonEnd: end.upperBound,
          comment: comment)
        let behind = buffer[start + statement.upperBound..<end.lowerBound]
        let keepsBlanks = storesBlanks(behind: UnsafeBufferPointer(rebasing: rest[statement]))
        let matters = keepsBlanks ? !behind.isEmpty : !behind.trimmingBlanks.isEmpty
        if end.isEmpty { chunk.isOpen = matters } else { chunk.needsSemicolon = matters }
        chunks.append(chunk)
      }
    }
    return chunks
  }

  struct Comment {
    var range: Range<Int>
    /// The number of tokens before it, without each `;`.
    var place: Int
    /// Whether a token is before it on its line.
    var isOnLine: Bool
  }

  /// The comments, without the lines that set keys.
  var comments: [Comment] {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = SQLScanner(UnsafeBufferPointer(rebasing: buffer[headerEnd...]))
      var (place, isOnLine) = (0, false)
      var comments: [Comment] = []
      while let token = scanner.next() {
        let range = headerEnd + token.range.lowerBound..<headerEnd + token.range.upperBound
        switch token.kind {
        case .space: if buffer[range].contains(0x0A) { isOnLine = false }
        case .comment: comments.append(Comment(range: range, place: place, isOnLine: isOnLine))
        case .semicolon: isOnLine = true
        default: (place, isOnLine) = (place + 1, true)
        }
      }
      return comments
    }
  }

  /// Puts a comment after the last statement and its `;`, on a separate line. There it hides nothing and is not part of
  /// the statement.
  private func append(_ comment: Range<Int>, to statements: inout [String]) {
    let words = text(comment)
    guard !words.isEmpty, let last = statements.indices.last else { return }
    let end = SQLEnd(of: statements[last])
    statements[last] += (end.isEnded ? "\n" : end.isInLineComment ? "\n;\n" : ";\n") + words
  }

  /// Whether SQLite stores everything up to the `;`, including whitespace: for a CREATE INDEX, and for a CREATE TABLE
  /// that ends with STRICT or WITHOUT ROWID.
  private func storesBlanks(behind statement: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = SQLScanner(statement)
    var words: [String] = []
    while words.count < 3, let token = scanner.nextSignificant(), token.kind == .word {
      words.append(String(decoding: statement[token.range], as: UTF8.self).uppercased())
    }
    guard words.first == "CREATE" else { return false }
    return words.contains("INDEX") || words.contains("TABLE") && statement.last != UInt8(ascii: ")")
  }

  /// A key that occurs a second time is an ordinary comment.
  private static func headerEnd(of bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      var left = Set(ScriptKey.allCases.filter { $0.headerRole == .sets }.map(\.name))
      var end = 0
      var at = 0
      while at < buffer.count {
        let (line, next) = SQLLineEnd.line(from: at, in: buffer)
        at = next
        let text = bytes[line].trimmingBlanks
        if text.isEmpty { continue }
        guard text.starts(with: "--".utf8), let colon = text.firstIndex(of: UInt8(ascii: ":")),
          left.remove(
            String(decoding: text[(text.startIndex + 2)..<colon].trimmingBlanks, as: UTF8.self))
            != nil
        else { break }
        end = at
      }
      return end
    }
  }

  /// Skips whitespace and a `;` that ends no statement.
  private func skipNothing(from offset: Int, in buffer: UnsafeBufferPointer<UInt8>) -> Int {
    var scanner = SQLScanner(UnsafeBufferPointer(rebasing: buffer[offset...]))
    while let token = scanner.next() {
      if token.kind != .space, token.kind != .semicolon { return offset + token.range.lowerBound }
    }
    return bytes.count
  }

  /// The next `;`, or the end.
  private func semicolon(from offset: Int, in buffer: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var scanner = SQLScanner(UnsafeBufferPointer(rebasing: buffer[offset...]))
    guard let token = scanner.nextSignificant(), token.kind == .semicolon else {
      return bytes.count..<bytes.count
    }
    return offset + token.range.lowerBound..<offset + token.range.upperBound
  }

  /// The comment after a `;` on its line.
  private func commentOnLine(
    from offset: Int, in buffer: UnsafeBufferPointer<UInt8>
  ) -> Range<Int>? {
    var scanner = SQLScanner(UnsafeBufferPointer(rebasing: buffer[offset...]))
    var token = scanner.next()
    if let space = token, space.kind == .space {
      let blanks = buffer[offset + space.range.lowerBound..<offset + space.range.upperBound]
      if blanks.contains(0x0A) { return nil }
      token = scanner.next()
    }
    guard let token, token.kind == .comment,
      buffer[offset + token.range.lowerBound] == UInt8(ascii: "-")
    else { return nil }
    return offset + token.range.lowerBound..<offset + token.range.upperBound
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].trimmingBlanks, as: UTF8.self)
  }
}

extension RandomAccessCollection<UInt8> {
  /// Without whitespace and line endings around it.
  fileprivate var trimmingBlanks: SubSequence {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
