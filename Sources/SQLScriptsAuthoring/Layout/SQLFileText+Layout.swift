import SQLScriptsFiles

extension SQLFileText {
  /// The statements as they are, each on lines of its own and with its `;` right behind it. Blank lines
  /// between them become one; the lines that stand for keys come first.
  var laidOut: String {
    var parts: [String] = []
    let header = lines(0..<headerEnd)
    if !header.isEmpty { parts.append(header.joined(separator: "\n") + "\n\n") }
    var end = headerEnd
    for chunk in chunks {
      if end > headerEnd { parts.append(hasBlankLine(end..<chunk.start) ? "\n" : "") }
      parts.append(text(of: chunk))
      end = chunk.end
    }
    return parts.joined()
  }

  private func text(of chunk: Chunk) -> String {
    let words = text(chunk.start..<chunk.statementEnd)
    guard chunk.isStatement else { return words + "\n" }
    // What ends with a comment has the semicolon on a line of its own.
    let isOpen = endsInComment(chunk.start..<chunk.statementEnd)
    let comment = chunk.comment.map { " " + text($0) } ?? ""
    return words + (isOpen ? "\n;" : ";") + comment + "\n"
  }

  private func lines(_ range: Range<Int>) -> [String] {
    text(range).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Whether there is a blank line among blanks and `;`.
  private func hasBlankLine(_ range: Range<Int>) -> Bool {
    bytes[range].count { $0 == 0x0A } > 1
  }

  private func endsInComment(_ range: Range<Int>) -> Bool {
    bytes[range].withUnsafeBufferPointer { buffer in
      var scanner = SQLScanner(buffer)
      var isInComment = false
      while let token = scanner.next() {
        if token.kind == .space { continue }
        isInComment =
          token.kind == .comment && buffer[token.range.lowerBound] == UInt8(ascii: "-")
      }
      return isInComment
    }
  }
}
