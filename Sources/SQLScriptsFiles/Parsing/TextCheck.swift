internal import SQLScriptsDiagnostics

/// Checks whether a file is text that a parser can read.
package enum TextCheck {
  /// The start of the text, after the byte-order mark. Nil if the file cannot be read as text.
  ///
  /// - Parameter allowsNothing: whether an empty file is allowed. An empty `.sql` file is a script without statements
  ///   (law 12). An empty property list or JSON file is an error.
  static func start(
    of source: SourceFile, reportingTo builder: inout DocumentBuilder, allowsNothing: Bool = false
  ) -> Int? {
    let start = source.hasByteOrderMark ? 3 : 0
    let span = { (range: Range<Int>) in SourceSpan(file: source, range: range) }
    if let encoding = wideEncoding(of: source.bytes) {
      builder.report(
        TextMistake.wrongEncoding(encoding), at: span(0..<min(4, source.count)))
      return nil
    }
    if let kind = documentKind(of: source.bytes.dropFirst(start)) {
      builder.report(TextMistake.richText(kind), at: span(start..<start + 4))
      return nil
    }
    let invalid = source.withBytes(UTF8Check.firstInvalidOffset)
    if let invalid {
      builder.report(TextMistake.notUTF8, at: span(invalid..<invalid + 1))
      return nil
    }
    if !allowsNothing, source.bytes.dropFirst(start).allSatisfy(isBlank) {
      builder.report(TextMistake.emptyFile, at: span(start..<start))
      return nil
    }
    if start > 0 {
      builder.report(
        TextMistake.byteOrderMark, at: span(0..<3))
    }
    return start
  }

  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  // A script starts with an ASCII character, so zero bytes next to it show the encoding.
  private static func wideEncoding(of bytes: SourceBytes) -> String? {
    let head = Array(bytes.prefix(4))
    if head == [0xFF, 0xFE, 0, 0] || head == [0, 0, 0xFE, 0xFF] { return "UTF-32" }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    guard head.count >= 2, (head[0] == 0) != (head[1] == 0) || head.starts(with: [0, 0, 0]) else {
      return nil
    }
    let zeros = head.filter { $0 == 0 }.count
    return head.count == 4 && zeros == 3 ? "UTF-32" : zeros * 2 == head.count ? "UTF-16" : nil
  }

  private static func documentKind(of bytes: Slice<SourceBytes>) -> String? {
    if bytes.starts(with: "{\\rtf".utf8) { return "an RTF" }
    if bytes.starts(with: "%PDF".utf8) { return "a PDF" }
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) { return "a Word, Pages or ZIP" }
    let head = String(decoding: bytes.prefix(15), as: UTF8.self).lowercased()
    if head.hasPrefix("<html") || head == "<!doctype html>" { return "a web" }
    return bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) ? "a Word" : nil
  }
}
