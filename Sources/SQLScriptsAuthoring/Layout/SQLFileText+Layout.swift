import SQLScriptsFiles

extension SQLFileText {
  /// The unchanged statements, each on separate lines and with its `;` directly after it. Several blank lines between
  /// them become one. The lines that set keys come first.
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
    let words = text(of: chunk, through: nil)
    if chunk.isOpen { return words }
    guard chunk.isStatement else { return words + "\n" }
    let comment = chunk.comment.map { " " + text($0) } ?? ""
    let semicolon = chunk.needsSemicolon ? "" : ";"
    return words + semicolon + comment + "\n"
  }

  private func lines(_ range: Range<Int>) -> [String] {
    text(range).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Whether there is a blank line among whitespace and `;`.
  private func hasBlankLine(_ range: Range<Int>) -> Bool {
    bytes[range].count { $0 == 0x0A } > 1
  }
}
