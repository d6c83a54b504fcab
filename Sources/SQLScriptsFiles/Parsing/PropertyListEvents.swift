internal import SQLScriptsDiagnostics

#if canImport(CSQLScriptsXML)
  internal import CSQLScriptsXML
#else
  internal import libxml2
#endif

/// Makes a document of the tags that libxml2 finds.
///
/// In recovery libxml2 names the element it believes to be open, not the one that is closed, so end
/// tags are read from the bytes and this keeps its own stack: one slip gives one finding.
struct PropertyListEvents {
  let bytes: TolerantBytes
  let start: Int
  let scanner: XMLTextScanner
  var builder: DocumentBuilder
  var context: xmlParserCtxtPtr?
  var elements: [Element] = []
  /// Tags inside a text, which were taken for text; their end tags mean nothing.
  var ignored: [String] = []
  var isStopped = false
  /// Whether libxml2 said that something breaks off, so that open elements are no news.
  var brokeOff = false
  /// libxml2 keeps each name once, so the same name is at the same place.
  private var lastName: (place: UnsafePointer<UInt8>, text: String, tag: Tag)?
  private var reported: Set<String> = []
  private var libraryDepth = 0
  private var gapStart = 0
  private var sawPlist = false
  private var isSelfClosing = false

  init(bytes: UnsafeBufferPointer<UInt8>, start: Int, builder: DocumentBuilder) {
    self.bytes = TolerantBytes(buffer: bytes)
    self.start = start
    self.builder = builder
    scanner = XMLTextScanner(bytes: bytes)
  }

  /// Reports once for each id and place: libxml2 has several errors for one bare `<`.
  mutating func report(_ diagnostic: Diagnostic, fixIt: FixIt? = nil) {
    guard reported.insert("\(diagnostic.span.range.lowerBound) \(diagnostic.id)").inserted else {
      return
    }
    builder.report(diagnostic, fixIt: fixIt)
    if builder.isFull { stop() }
  }

  /// The offset of the last `byte` before an offset.
  func last(_ byte: UInt8, before offset: Int) -> Int {
    var index = min(offset, bytes.count) - 1
    while index > start, bytes[index] != byte { index -= 1 }
    return max(index, start)
  }

  mutating func start(_ place: UnsafePointer<UInt8>, hasPrefix: Bool) {
    if let lastName, lastName.place == place {
      return start(lastName.text, hasPrefix ? .unknown : lastName.tag)
    }
    let name = String(cString: place)
    let tag = Tag(name)
    lastName = (place, name, tag)
    start(name, hasPrefix ? .unknown : tag)
  }

  private mutating func start(_ name: String, _ tag: Tag) {
    libraryDepth += 1
    // The cursor stands on `>` or on the `/` of an empty element.
    let cursor = offset
    isSelfClosing = bytes[cursor] == 0x2F && bytes[cursor + 1] == 0x3E
    let open = last(0x3C, before: cursor)
    // What comes is the rest of the tag or the next tag; libxml2 and we would take it for different things.
    // In a text it is no tag.
    let isInText = elements.last.map { !$0.tag.holdsTags } ?? false
    guard isSelfClosing || bytes[cursor] == 0x3E || isInText && tag == .unknown else {
      return reportTagWithoutEnd(from: open)
    }
    let contentStart = min(cursor + (isSelfClosing ? 2 : 1), bytes.count)
    // libxml2 of old systems recurses here, and XML_PARSE_HUGE lifts its own limit. For each name it also
    // looks through all namespaces around it.
    if libraryDepth > 32 {
      report(.nestingTooDeep(at: builder.span(Range(from: open, to: contentStart))))
      return stop()
    }
    if let top = elements.last, !top.tag.holdsTags {
      if top.tag == .unknown { return push(.unknown, name, open, contentStart) }
      if tag == .unknown {
        report(
          .unescapedLessThan(at: builder.span(open..<open + 1)), fixIt: escapedLessThan(at: open))
        ignored.append(name)
        return
      }
      if tag == .string, closesOrRepeats(top, Range(from: open, to: contentStart)) { return }
      report(
        .unclosed(top.name, at: builder.span(top.tagRange)),
        fixIt: tag == .string ? endTag(of: top, before: open) : nil)
      pop(contentEnd: open, end: open)
    }
    checkGap(before: open)
    gapStart = contentStart
    startElement(tag, name, open, contentStart)
  }

  private mutating func startElement(_ tag: Tag, _ name: String, _ open: Int, _ contentStart: Int) {
    let place = builder.span(Range(from: open, to: contentStart))
    guard let top = elements.last else {
      if sawPlist { return report(.contentAfterEnd(at: place)) }
      sawPlist = true
      if tag == .plist { return push(tag, name, open, contentStart) }
      report(.noPlistTag(name, at: place))
      return stop()
    }
    if tag == .unknown || tag == .plist {
      let isKnown = Tag(name.lowercased()) != .unknown
      report(
        .unknownTag(name, isKnownInLowerCase: isKnown, at: place),
        fixIt: isKnown && tag == .unknown ? lowerCase(name, at: open) : nil)
    }
    if top.tag == .plist, !builder.document.nodes.isEmpty {
      // Texts without a list around them are one mistake, which is the root.
      let isList = tag == .string && builder.document.nodes.first?.kind == .string
      if !isList { report(.contentAfterEnd(at: place)) }
      return push(.unknown, name, open, contentStart)
    }
    let pendingKey = builder.containers.last?.pendingKey
    if top.tag == .dict, tag == .key, let pendingKey { reportMissingValue(of: pendingKey) }
    if top.tag == .dict, tag != .key, pendingKey == nil {
      report(.missingKey(name, at: place))
      builder.addKey(open..<open, text: .inPlace(open..<open))
    }
    if top.tag != .dict, tag == .key { report(.keyOutsideDictionary(at: place)) }
    if tag == .array || tag == .dict {
      guard builder.open(tag == .array ? .array : .dictionary, at: open) else {
        report(.nestingTooDeep(at: place))
        return stop()
      }
    }
    push(tag == .plist ? .unknown : tag, name, open, contentStart)
  }

  /// Whether a <string> inside a text was meant as its </string>, or stands there twice.
  private mutating func closesOrRepeats(_ top: Element, _ tag: Range<Int>) -> Bool {
    guard top.tag == .string else { return false }
    let place = builder.span(tag)
    let text = bytes[Range(from: top.contentStart, to: tag.lowerBound)]
    if text.allSatisfy(TextCheck.isBlank) {
      report(.repeated(top.name, at: place))
      ignored.append(top.name)
      return true
    }
    let next = bytes[tag.upperBound...].first { !TextCheck.isBlank($0) }
    let isLast = bytes[tag.upperBound...].first { $0 != 0x20 && $0 != 0x09 }
    guard let isLast, next == 0x3C, [0x0A, 0x0D, 0x3C].contains(isLast),
      let before = text.last, !TextCheck.isBlank(before)
    else { return false }
    let slash = tag.lowerBound + 1
    report(
      .opensToClose(top.name, at: place),
      fixIt: FixIt("Write </string>", at: builder.span(slash..<slash), with: "/"))
    pop(contentEnd: tag.lowerBound, end: tag.upperBound)
    return true
  }

  private mutating func push(_ tag: Tag, _ name: String, _ open: Int, _ contentStart: Int) {
    elements.append(Element(tag: tag, name: name, start: open, contentStart: contentStart))
  }

  mutating func end() {
    libraryDepth -= 1
    let cursor = offset
    if isSelfClosing {
      isSelfClosing = false
      // A tag inside a text was not pushed.
      if let top = elements.last, top.contentStart == cursor {
        pop(contentEnd: cursor, end: cursor)
      } else if !ignored.isEmpty {
        ignored.removeLast()
      }
      return
    }
    let open = last(0x3C, before: cursor)
    guard open + 1 < cursor, bytes[open + 1] == 0x2F else { return }
    if ignored.isEmpty, let top = elements.last, bytes[cursor - 1] == 0x3E,
      isName(at: Range(from: open + 2, to: cursor - 1), of: top)
    {
      return pop(contentEnd: open, end: cursor)
    }
    let nameBytes = bytes[Range(from: open + 2, to: cursor)].prefix {
      $0 != 0x3E && !TextCheck.isBlank($0)
    }
    let name = String(decoding: nameBytes, as: UTF8.self)
    if let index = ignored.lastIndex(of: name) {
      ignored.remove(at: index)
      return
    }
    guard let top = elements.last else { return }
    if top.name != name { guard closeMismatched(top, by: name, open..<cursor) else { return } }
    pop(contentEnd: open, end: cursor)
  }

  /// Whether bytes are the name in the start tag of an element, compared where both lie.
  private func isName(at range: Range<Int>, of element: Element) -> Bool {
    guard range.count == element.name.utf8.count else { return false }
    let shift = element.start + 1 - range.lowerBound
    for index in range where bytes[index] != bytes[index + shift] { return false }
    return true
  }

  /// Brings the stack to the element that an end tag of another name closes. False if it closes none.
  private mutating func closeMismatched(
    _ top: Element, by name: String, _ range: Range<Int>
  ) -> Bool {
    let topPlace = builder.span(top.tagRange)
    let isAround = elements.contains { $0.name == name }
    if top.tag == .array, isAround, elements.dropLast().last?.tag == .array,
      bytes[Range(from: top.contentStart, to: range.lowerBound)].allSatisfy(TextCheck.isBlank)
    {
      let slash = top.start + 1
      report(
        .opensToClose(top.name, at: topPlace),
        fixIt: FixIt("Write </array>", at: builder.span(slash..<slash), with: "/"))
      while let top = elements.last, top.name != name {
        pop(contentEnd: range.lowerBound, end: range.lowerBound)
      }
      return true
    }
    if !top.tag.holdsTags, isAround {
      let isList = Tag(name) == .array && elements.dropLast().last?.tag == .array
      report(
        .unclosed(top.name, at: topPlace),
        fixIt: isList ? endTag(of: top, before: range.lowerBound) : nil)
    } else {
      report(
        .mismatch(top.name, closedBy: name, at: builder.span(range), opening: topPlace),
        fixIt: endTag(of: top, insteadOf: name, at: range))
    }
    // An end tag too many: what libxml2 has closed with it misleads from now on.
    if top.tag == .plist, !isAround {
      stop()
      return false
    }
    if isAround {
      while let top = elements.last, top.name != name {
        pop(contentEnd: range.lowerBound, end: range.lowerBound)
      }
      return true
    }
    if !top.tag.holdsTags || Tag(name).holdsTags || Tag(name) == .unknown { return true }
    // libxml2 has closed an element here that is still open for us; from now on it would mislead.
    stop()
    return false
  }

  mutating func checkGap(before end: Int) {
    guard elements.last?.tag.holdsTags ?? false, gapStart < end,
      let text = scanner.firstText(in: gapStart..<end)
    else {
      return
    }
    var textEnd = end
    while textEnd > text + 1, TextCheck.isBlank(bytes[textEnd - 1]) { textEnd -= 1 }
    let lineEnd = bytes[Range(from: text, to: textEnd)].firstIndex { $0 == 0x0A || $0 == 0x0D }
    let place = builder.span(text..<(lineEnd ?? textEnd))
    let isTag = bytes[text...].starts(with: "＜".utf8)
    report(isTag ? .fullwidthTag(at: place) : .textOutsideString(at: place))
  }

  mutating func reportMissingValue(of key: Int) {
    let node = builder.document.nodes[key]
    let name = builder.document.string(of: node)
    report(.missingValue(name, at: builder.document.span(of: node)))
    builder.addMissingValue()
  }

  /// Closes a text by an end tag that is none.
  mutating func closeBent(contentEnd: Int, end: Int) { pop(contentEnd: contentEnd, end: end) }

  private mutating func pop(contentEnd: Int, end: Int) {
    if elements.last?.tag.holdsTags ?? false { checkGap(before: contentEnd) }
    gapStart = end
    guard let element = elements.popLast() else { return }
    if element.tag == .dict, let key = builder.containers.last?.pendingKey {
      reportMissingValue(of: key)
    }
    addValue(of: element, contentEnd: max(contentEnd, element.contentStart), end: end)
  }

  mutating func finish() {
    guard !isStopped else { return }
    if let top = elements.last, !brokeOff {
      report(.unclosed(top.name, at: builder.span(top.tagRange)))
    }
    if builder.document.nodes.isEmpty, sawPlist,
      builder.diagnostics.allSatisfy({ $0.severity != .error })
    {
      report(.noValue(at: builder.span(bytes.count..<bytes.count)))
    }
  }
}

extension Diagnostic {
  fileprivate static func unclosed(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      ["array", "dict", "plist"].contains(name) ? "plist-tag-mismatch" : "plist-unclosed-string",
      .error, "This <\(name)> is never closed", at: span, label: "opened here",
      help: "Add </\(name)> at its end.")
  }

  fileprivate static func mismatch(
    _ name: String, closedBy other: String, at span: SourceSpan, opening: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "plist-tag-mismatch", .error, "<\(name)> is closed by </\(other.forMessage)>", at: span,
      help: "Write </\(name)> here, or close the tags in the order they were opened.",
      related: [Related(span: opening, message: "<\(name)> is opened here")])
  }

  fileprivate static func opensToClose(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      name == "string" ? "plist-unclosed-string" : "plist-tag-mismatch", .error,
      "<\(name)> stands where </\(name)> belongs", at: span, label: "the / is missing",
      help: "Write </\(name)> here.")
  }

  fileprivate static func repeated(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-tag-mismatch", .error, "<\(name)> stands twice before one text", at: span,
      help: "Delete one <\(name)> and one </\(name)>.")
  }

  fileprivate static func fullwidthTag(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-text-outside-string", .error,
      "This tag is written with the full-width signs ＜ and ＞, so it is none", at: span,
      help: "Switch the input method to English punctuation and type < and >.")
  }

  fileprivate static func noPlistTag(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-unknown-tag", .error, "The first tag is <\(name.forMessage)> instead of <plist>",
      at: span, help: "Put <plist version=\"1.0\"> around the whole list.")
  }

  fileprivate static func unknownTag(
    _ name: String, isKnownInLowerCase: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let name = name.forMessage
    return Diagnostic(
      "plist-unknown-tag", .error, "A property list has no tag <\(name)> here", at: span,
      help: isKnownInLowerCase && name != name.lowercased()
        ? "Write <\(name.lowercased())>: tags are in lower case."
        : "Use <string> for a statement.")
  }

  fileprivate static func contentAfterEnd(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-content-after-end", .error, "The file goes on after the end of its one value",
      at: span, help: "Move this into the list, or delete it.")
  }

  fileprivate static func missingKey(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-missing-key", .error, "This <\(name.forMessage)> has no key", at: span,
      help: "Put <key>…</key> before it, or make the dictionary an <array>.")
  }

  fileprivate static func keyOutsideDictionary(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-unknown-tag", .error, "A <key> belongs into a <dict>", at: span,
      help: "Use <string> for a statement.")
  }

  fileprivate static func missingValue(_ key: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-missing-value", .error, "The key “\(key.forMessage)” has no value", at: span,
      help: "Put a value such as <string>…</string> after it, or delete it.")
  }

  fileprivate static func textOutsideString(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-text-outside-string", .error, "This text stands between the items", at: span,
      help: "Put it between <string> and </string>, or delete it.")
  }

  fileprivate static func noValue(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-no-value", .error, "The property list holds no value", at: span,
      help: "Put an <array> with the statements into <plist>.")
  }
}
