internal import SQLScriptsDiagnostics

/// Whether the bytes of a file are the text that a parser can read, before it reads them.
enum TextCheck {
  /// Where the text starts: after the byte-order mark. Nil if the file cannot be read as text.
  ///
  /// - Parameter allowsNothing: whether a file without text is one all the same. An empty `.sql` file is
  ///   a script without statements (law 12); an empty property list or JSON file is none.
  static func start(
    of source: SourceFile, reportingTo builder: inout DocumentBuilder, allowsNothing: Bool = false
  ) -> Int? {
    let start = source.hasByteOrderMark ? 3 : 0
    let span = { (range: Range<Int>) in SourceSpan(file: source, range: range) }
    if let encoding = wideEncoding(of: source.bytes) {
      builder.report(
        .wrongEncoding(encoding, at: span(0..<min(4, source.count))),
        fixIt: source.textOfUTF16.map {
          FixIt("Save it as UTF-8", at: span(0..<source.count), with: $0)
        })
      return nil
    }
    if let kind = documentKind(of: source.bytes.dropFirst(start)) {
      builder.report(.richText(kind, at: span(start..<start + 4)))
      return nil
    }
    let invalid = source.withBytes(UTF8Check.firstInvalidOffset)
    if let invalid {
      builder.report(.notUTF8(at: span(invalid..<invalid + 1)))
      return nil
    }
    if !allowsNothing, source.bytes.dropFirst(start).allSatisfy(isBlank) {
      builder.report(.emptyFile(at: span(start..<start)))
      return nil
    }
    if start > 0 {
      builder.report(
        .byteOrderMark(at: span(0..<3)),
        fixIt: FixIt("Delete the byte-order mark", at: span(0..<3), with: ""))
    }
    return start
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  // A script starts with an ASCII character, so zeros beside it tell the width and the order of bytes.
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

extension SourceFile {
  /// The text of a file that says by its mark that it is UTF-16, and is.
  fileprivate var textOfUTF16: String? {
    guard bytes.count >= 2, bytes.count % 2 == 0 else { return nil }
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
    let units = stride(from: 2, to: bytes.count, by: 2).map { at in
      UInt16(bytes[at + (isLittle ? 1 : 0)]) << 8 | UInt16(bytes[at + (isLittle ? 0 : 1)])
    }
    let text = String(decoding: units, as: UTF16.self)
    return text.utf16.elementsEqual(units) ? text : nil
  }
}

extension Diagnostic {
  fileprivate static func wrongEncoding(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "not-utf8", .error, "The file is saved as \(name), and a script must be UTF-8", at: span,
      help: "Save the file again with the encoding UTF-8.")
  }

  fileprivate static func notUTF8(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "not-utf8", .error, "The file is not UTF-8 text: this byte belongs to another encoding",
      at: span,
      label: "first byte that is not UTF-8", help: "Save the file again with the encoding UTF-8.")
  }

  fileprivate static func richText(_ kind: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "rich-text-file", .error, "This is \(kind) document, not a plain text file", at: span,
      help: "In TextEdit choose Format › Make Plain Text, and save again.")
  }

  fileprivate static func emptyFile(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "file-empty", .error, "The file is empty", at: span,
      help: "Write the statements into it, or delete it.")
  }

  fileprivate static func byteOrderMark(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "byte-order-mark", .warning, "The file starts with an invisible byte-order mark", at: span,
      help: "Save it as UTF-8 without a byte-order mark.")
  }
}
