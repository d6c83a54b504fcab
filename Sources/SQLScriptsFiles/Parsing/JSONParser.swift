package import SQLScriptsDiagnostics

/// Reads JSON as RFC 8259 has it, strictly; goes on after a mistake and reports them all.
package enum JSONParser {
  package static func parse(
    _ source: SourceFile
  ) -> (document: Document, diagnostics: [Diagnostic]) {
    var builder = DocumentBuilder(source: source)
    guard let start = TextCheck.start(of: source, reportingTo: &builder) else {
      return builder.finish()
    }
    return source.withBytes { bytes in
      var reader = JSONReader(bytes: bytes, index: start, builder: builder)
      // Two owners would copy what was found at the first write.
      builder = DocumentBuilder(source: source)
      reader.read()
      return reader.builder.finish()
    }
  }
}

/// One pass over the bytes. There is no recursion: what is open lies on the builder's stack.
struct JSONReader {
  /// What may come next.
  enum Expectation {
    case root, firstItem, item, firstKey, key, colon, memberValue, separator, end
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var index: Int
  var builder: DocumentBuilder
  var expectation = Expectation.root
  /// Where the last value or key ended.
  var lastEnd = 0
  var lastComma = 0
  /// Whether the end of the file came inside a text, which was reported there.
  var endedInText = false
  /// Whether a text between three quotes was opened that nothing closes: none that is opened later ends either.
  var lacksTripleQuotes = false

  init(bytes: UnsafeBufferPointer<UInt8>, index: Int, builder: DocumentBuilder) {
    self.bytes = bytes
    self.index = index
    self.builder = builder
  }

  mutating func read() {
    while !builder.isFull {
      skipBlanks()
      guard index < bytes.count else { return reportEndOfFile() }
      let byte = bytes[index]
      switch expectation {
      case .separator: readSeparator(byte)
      case .colon: readColon(byte)
      case .firstKey, .key: readKey(byte)
      case .root, .firstItem, .item, .memberValue: readValue(byte)
      case .end:
        builder.report(.contentAfterEnd(at: span(index..<index + 1)))
        return
      }
    }
  }

  func span(_ range: Range<Int>) -> SourceSpan { builder.span(range) }

  mutating func valueEnded() {
    lastEnd = index
    expectation = builder.containers.isEmpty ? .end : .separator
  }

  private mutating func readValue(_ byte: UInt8) {
    switch byte {
    case 0x22:
      let start = index
      let text = scanTripleQuotedText() ?? scanText()
      builder.add(.string, start..<index, text: text)
      valueEnded()
    case 0x5B: open(.array)
    case 0x7B: open(.dictionary)
    case 0x5D, 0x7D: closeInsteadOfValue(byte)
    case 0x2C:
      let comma = index..<index + 1
      if expectation == .memberValue {
        builder.report(.extraComma(at: span(comma)))
        builder.addMissingValue()
        expectation = .separator
      } else {
        builder.report(
          .extraComma(at: span(comma)), fixIt: deletion("Delete the comma", of: comma))
        index += 1
      }
    case 0x27: readSingleQuoted()
    default:
      let start = index
      guard let text = scanTypographicText() else { return readWord() }
      builder.add(.string, start..<index, text: text)
      valueEnded()
    }
  }

  private mutating func readKey(_ byte: UInt8) {
    let start = index
    switch byte {
    case 0x22:
      let text = scanText()
      builder.addKey(start..<index, text: text)
    case 0x27:
      let text = scanSingleQuotedText()
      builder.addKey(start..<index, text: text)
    case 0x5D, 0x7D: return closeInsteadOfValue(byte)
    case 0x2C:
      let comma = index..<index + 1
      builder.report(.extraComma(at: span(comma)), fixIt: deletion("Delete the comma", of: comma))
      index += 1
      return
    default:
      if let text = scanTypographicText() {
        builder.addKey(start..<index, text: text)
        break
      }
      index = endOfWord(from: index)
      builder.report(.badKey(at: span(start..<index)), fixIt: quotes(aroundKey: start..<index))
      builder.addKey(start..<index, text: decodeForeignText(start..<index))
    }
    lastEnd = index
    expectation = .colon
  }

  private mutating func readColon(_ byte: UInt8) {
    if byte == 0x3A {
      index += 1
      expectation = .memberValue
      return
    }
    if isFullwidth(0x3A, at: index) {
      let colon = index..<index + 3
      builder.report(
        .fullwidth("：", ":", at: span(colon)),
        fixIt: FixIt("Write “:”", at: span(colon), with: ":"))
      index += 3
      expectation = .memberValue
      return
    }
    if byte == 0x3D {
      let count = index + 1 < bytes.count && bytes[index + 1] == 0x3E ? 2 : 1
      let sign = span(index..<index + count)
      builder.report(.missingColon(at: sign), fixIt: FixIt("Write “:”", at: sign, with: ":"))
      index += count
      expectation = .memberValue
      return
    }
    builder.report(.missingColon(at: span(lastEnd..<lastEnd)))
    let isValueMissing = byte == 0x2C || byte == 0x5D || byte == 0x7D
    if isValueMissing { builder.addMissingValue() }
    expectation = isValueMissing ? .separator : .memberValue
  }

  private mutating func readSeparator(_ byte: UInt8) {
    let isDictionary = builder.containers.last?.isDictionary ?? false
    switch byte {
    case 0x2C:
      lastComma = index
      index += 1
      expectation = isDictionary ? .key : .item
    case 0x5D, 0x7D: close(byte)
    case 0x3A:
      builder.report(.unexpected(at: span(index..<index + 1)))
      index += 1
      expectation = isDictionary ? .key : .item
    default:
      if isFullwidth(0x2C, at: index), isLastOnLine(index + 3) || beginsValue(index + 3) {
        let comma = index..<index + 3
        builder.report(
          .fullwidth("，", ",", at: span(comma)),
          fixIt: FixIt("Write “,”", at: span(comma), with: ","))
        index += 3
        lastComma = comma.lowerBound
        expectation = isDictionary ? .key : .item
        return
      }
      // A slip of the finger, in the place of the comma.
      if byte == 0x3B || byte == 0x2E, isLastOnLine(index + 1) || beginsValue(index + 1) {
        let slip = span(index..<index + 1)
        builder.report(
          .missingComma(inDictionary: isDictionary, at: slip),
          fixIt: FixIt("Write “,”", at: slip, with: ","))
        lastComma = index
        index += 1
        expectation = isDictionary ? .key : .item
        return
      }
      if skipRestOfBrokenText() { return }
      builder.report(
        .missingComma(inDictionary: isDictionary, at: span(lastEnd..<lastEnd)),
        fixIt: missingComma(before: index, inDictionary: isDictionary))
      expectation = isDictionary ? .key : .item
    }
  }

  private mutating func open(_ kind: Node.Kind) {
    let start = index
    index += 1
    if builder.open(kind, at: start) {
      expectation = kind == .array ? .firstItem : .firstKey
      return
    }
    builder.report(.nestingTooDeep(at: span(start..<start + 1)))
    skipContainer()
    builder.add(.null, start..<index)
    valueEnded()
  }

  private mutating func closeInsteadOfValue(_ byte: UInt8) {
    switch expectation {
    case .item, .key:
      // A comma of full width has been reported, and is a comma when it is corrected.
      if bytes[lastComma] == 0x2C {
        let comma = lastComma..<lastComma + 1
        builder.report(
          .trailingComma(at: span(comma)), fixIt: deletion("Delete the comma", of: comma))
      }
    case .memberValue: builder.report(.missingValue(at: span(lastEnd..<lastEnd)))
    case .root:
      builder.report(.unexpected(at: span(index..<index + 1)))
      index = bytes.count
      endedInText = true
      return
    default: break
    }
    close(byte)
  }

  private mutating func close(_ byte: UInt8) {
    let fits = { (container: DocumentBuilder.Container) in
      container.isDictionary == (byte == 0x7D)
    }
    if let top = builder.containers.last, !fits(top) {
      let opening = Int(builder.document.nodes[top.node].start)
      builder.report(
        .wrongBracket(
          isDictionary: top.isDictionary, at: span(index..<index + 1),
          opening: span(opening..<opening + 1)))
      // The bracket may be one too few or a slip; it is too few if something around is closed by it.
      if builder.containers.contains(where: fits) {
        while let top = builder.containers.last, !fits(top) { builder.close(at: index) }
      }
    }
    index += 1
    builder.close(at: index)
    valueEnded()
  }

  private mutating func reportEndOfFile() {
    guard !endedInText, expectation != .end else { return }
    if let top = builder.containers.last {
      let opening = Int(builder.document.nodes[top.node].start)
      builder.report(
        .unclosedContainer(isDictionary: top.isDictionary, at: span(opening..<opening + 1)))
    }
  }
}

extension Diagnostic {
  fileprivate static func contentAfterEnd(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "json-content-after-end", .error, "The file goes on after its last closing bracket", at: span,
      label: "this is outside the list", help: "Move it into the list, or delete it.")
  }

  fileprivate static func extraComma(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "json-bad-value", .error, "There is nothing before this comma", at: span,
      help: "Delete the comma.")
  }

  fileprivate static func badKey(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "json-bad-key", .error, "A key of a dictionary must stand in double quotes", at: span,
      help: "Write it as \"key\".")
  }

  static func fullwidth(
    _ wide: String, _ narrow: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "json-fullwidth-punctuation", .error,
      "This is the full-width “\(wide)”, which JSON does not know", at: span,
      label: "write \(narrow) here",
      help: "Switch the input method to English punctuation and type \(narrow) here.")
  }

  fileprivate static func missingColon(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "json-missing-colon", .error, "There is no colon after this key", at: span,
      label: "a colon is missing here", help: "Write \"key\": value.")
  }

  fileprivate static func missingValue(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "json-bad-value", .error, "This key has no value", at: span,
      help: "Write a value after the colon, or delete the key.")
  }

  fileprivate static func unexpected(at span: SourceSpan) -> Diagnostic {
    Diagnostic("json-bad-value", .error, "This does not belong here", at: span, help: "Delete it.")
  }

  fileprivate static func missingComma(
    inDictionary: Bool, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "json-missing-comma", .error,
      "There is no comma between two \(inDictionary ? "keys" : "items")",
      at: span, label: "a comma is missing here",
      why: "In JSON every item except the last must be followed by a comma.",
      help: "Add “,” here.")
  }

  fileprivate static func trailingComma(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "json-trailing-comma", .error, "The last item must not be followed by a comma", at: span,
      label: "remove this comma",
      why: "Some readers accept it and others refuse the whole file.", help: "Delete the comma.")
  }

  fileprivate static func wrongBracket(
    isDictionary: Bool, at span: SourceSpan, opening: SourceSpan
  ) -> Diagnostic {
    let words = isDictionary ? ("dictionary", "}", "]") : ("list", "]", "}")
    return Diagnostic(
      "json-unclosed", .error, "A \(words.0) is closed by “\(words.2)” instead of “\(words.1)”",
      at: span,
      help: "Close the \(words.0) with “\(words.1)”.",
      related: [Related(span: opening, message: "the \(words.0) is opened here")])
  }

  fileprivate static func unclosedContainer(isDictionary: Bool, at span: SourceSpan) -> Diagnostic {
    let words = isDictionary ? ("dictionary", "}") : ("list", "]")
    return Diagnostic(
      "json-unclosed", .error, "This \(words.0) is never closed", at: span, label: "opened here",
      help: "Add “\(words.1)” at its end.")
  }
}
