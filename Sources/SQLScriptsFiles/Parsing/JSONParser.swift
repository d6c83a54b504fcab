package import SQLScriptsDiagnostics

/// Parses JSON strictly according to RFC 8259. Continues after a mistake and reports all of them.
package enum JSONParser {
  /// - Parameters:
  ///   - maximum: the number of mistakes after which it stops.
  ///   - isScript: whether a list in the list of statements can only contain strings.
  package static func parse(
    _ source: SourceFile, maximum: Int = ScriptBundle.maximumMistakes, isScript: Bool = false
  ) -> (document: Document, diagnostics: [Diagnostic]) {
    var builder = DocumentBuilder(source: source, maximum: maximum)
    guard let start = TextCheck.start(of: source, reportingTo: &builder) else {
      return builder.finish()
    }
    return source.withBytes { bytes in
      var reader = JSONReader(bytes: bytes, index: start, builder: builder)
      reader.isScript = isScript
      // With two owners, the first write would copy the builder.
      builder = DocumentBuilder(source: source)
      reader.read()
      return reader.builder.finish()
    }
  }
}

/// One pass over the bytes without recursion. Open containers are on the builder's stack.
struct JSONReader {
  /// The tokens that may come next.
  enum Expectation {
    case root, firstItem, item, firstKey, key, colon, memberValue, separator, end
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var index: Int
  var builder: DocumentBuilder
  var expectation = Expectation.root
  var isScript = false
  /// The end of the last value or key.
  var lastEnd = 0
  var lastComma = 0
  /// Whether the file ended inside a string, which was already reported.
  var endedInText = false
  /// Whether an unclosed `"""` was found. Then no later one is closed either.
  var lacksTripleQuotes = false
  var lookahead = JSONLookahead()

  init(bytes: UnsafeBufferPointer<UInt8>, index: Int, builder: DocumentBuilder) {
    self.bytes = bytes
    self.index = index
    self.builder = builder
  }

  mutating func report(_ mistake: JSONMistake, at span: SourceSpan) {
    builder.report(mistake, at: span)
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
        if reopenRoot(before: byte) || skipSurplusEnd() { continue }
        report(.contentAfterEnd, at: span(index..<index + 1))
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
      let isDeletable = expectation != .memberValue
      report(.extraComma(isDeletable: isDeletable), at: span(index..<index + 1))
      if !isDeletable {
        builder.addMissingValue()
        expectation = .separator
      } else {
        index += 1
      }
    case 0x27: readSingleQuoted()
    case 0x3A where expectation == .memberValue:
      report(.secondColon, at: span(index..<index + 1))
      index += 1
    case 0x28 where beginsValueOnAnyLine(index + 1): openParenthesis()
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
      if isItem(start..<index), leaveDictionary(at: start) {
        builder.add(.string, start..<index, text: text)
        return valueEnded()
      }
      builder.addKey(start..<index, text: text)
    case 0x27:
      let text = scanSingleQuotedText()
      builder.addKey(start..<index, text: text)
    case 0x5D, 0x7D: return closeInsteadOfValue(byte)
    case 0x2C:
      report(.extraComma(isDeletable: true), at: span(index..<index + 1))
      index += 1
      return
    default:
      if byte == 0x5B || byte == 0x7B, leaveDictionary(at: start) {
        expectation = .item
        return
      }
      if let text = scanTypographicText() {
        builder.addKey(start..<index, text: text)
        break
      }
      let end = endOfWord(from: index)
      // A key that only has its closing quote. A bracket is a delimiter, and the quote after it opens a string.
      let isName = bytes[start..<end].allSatisfy { $0 != 0x5B && $0 != 0x7B && $0 != 0x3A }
      index = isName && end < bytes.count && bytes[end] == 0x22 ? end + 1 : end
      report(.badKey, at: span(start..<index))
      builder.addKey(start..<index, text: decodeForeignText(start..<end))
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
      report(.fullwidth("：", ":"), at: span(index..<index + 3))
      index += 3
      expectation = .memberValue
      return
    }
    if byte == 0x3D || byte == 0x3B && beginsValueOnAnyLine(index + 1) {
      let count = index + 1 < bytes.count && bytes[index + 1] == 0x3E ? 2 : 1
      report(.missingColon, at: span(index..<index + count))
      index += count
      expectation = .memberValue
      return
    }
    if byte == 0x22, index == lastEnd, followsColon(index + 1) {
      report(.surplusQuote, at: span(index..<index + 1))
      index += 1
      lastEnd = index
      return
    }
    report(.missingColon, at: span(lastEnd..<lastEnd))
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
    case 0x29 where isMistypedEnd: close(byte)
    case 0x3B where endsNothing(index + 1):
      report(.semicolon, at: span(index..<index + 1))
      index += 1
    case 0x3A where !isDictionary && enterDictionary():
      expectation = .colon
    case 0x3A where !isDictionary && isStatement(builder.document.nodes.last):
      report(missingComma(before: index, false), at: span(index..<index + 1))
      lastComma = index
      index += 1
      expectation = .item
    case 0x3A:
      report(.unexpected, at: span(index..<index + 1))
      index += 1
      expectation = isDictionary ? .key : .item
    default:
      if isFullwidth(0x2C, at: index), isLastOnLine(index + 3) || beginsValue(index + 3) {
        report(.fullwidth("，", ","), at: span(index..<index + 3))
        lastComma = index
        index += 3
        expectation = isDictionary ? .key : .item
        return
      }
      // A typo for the comma.
      if byte == 0x3B || byte == 0x2E, isLastOnLine(index + 1) || beginsValue(index + 1) {
        report(missingComma(before: index, isDictionary), at: span(index..<index + 1))
        lastComma = index
        index += 1
        expectation = isDictionary ? .key : .item
        return
      }
      if skipRestOfBrokenText() || skipJoinedText() { return }
      report(missingComma(before: index, isDictionary), at: span(lastEnd..<lastEnd))
      expectation = isDictionary ? .key : .item
    }
  }

  private func missingComma(before next: Int, _ inDictionary: Bool) -> JSONMistake {
    let containers = builder.containers
    let listDepth = containers.first?.isDictionary == true ? 2 : 1
    return .missingComma(
      inDictionary: inDictionary, before: next, after: builder.document.nodes.last?.kind,
      isLines: containers.count > listDepth)
  }

  mutating func open(_ kind: Node.Kind) {
    let start = index
    if isScript { closeLines() }
    index += 1
    if builder.open(kind, at: start) {
      expectation = kind == .array ? .firstItem : .firstKey
      return
    }
    builder.report(
      TextMistake.nestingTooDeep(limit: DocumentBuilder.maximumDepth), at: span(start..<start + 1))
    skipContainer()
    builder.add(.null, start..<index)
    valueEnded()
  }

  private mutating func closeInsteadOfValue(_ byte: UInt8) {
    switch expectation {
    case .item, .key:
      // A full-width comma was reported, and counts as a comma after its correction.
      if bytes[lastComma] == 0x2C {
        report(.trailingComma, at: span(lastComma..<lastComma + 1))
      }
    case .memberValue: report(.missingValue, at: span(lastEnd..<lastEnd))
    case .root:
      report(.unexpected, at: span(index..<index + 1))
      index = bytes.count
      endedInText = true
      return
    default: break
    }
    close(byte)
  }

  private mutating func close(_ byte: UInt8) {
    let fits = { (container: DocumentBuilder.Container) in
      byte != 0x29 && container.isDictionary == (byte == 0x7D)
    }
    if let top = builder.containers.last, !fits(top) {
      // The bracket may be missing or mistyped. It is missing if this one closes an outer container, unless the rest
      // only fits if this one is closed.
      let outer = builder.containers.lastIndex(where: fits)
      let isMissing = outer.map { continues(from: $0) || !isMistypedEnd } ?? false
      if byte == 0x5D, !isMissing, top.isDictionary, continues(inside: top), openList(in: top) {
        index += 1
        builder.close(at: index)
        return valueEnded()
      }
      if !isMissing, !isMistypedEnd, continues(inside: top) {
        report(
          .surplusEnd(String(UnicodeScalar(byte)), isAfterEnd: false), at: span(index..<index + 1))
        index += 1
        return
      }
      let opening = Int(builder.document.nodes[top.node].start)
      report(
        .wrongBracket(
          String(UnicodeScalar(byte)), isDictionary: top.isDictionary,
          opening: span(opening..<opening + 1),
          isMissing: isMissing), at: span(index..<index + 1))
      if isMissing {
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
      let ends = builder.containers.reversed().map {
        JSONEnd(
          bracket: $0.isDictionary ? "}" : "]", opening: Int(builder.document.nodes[$0.node].start))
      }
      report(
        .unclosedContainer(isDictionary: top.isDictionary, ends: ends),
        at: span(opening..<opening + 1))
    }
  }
}
