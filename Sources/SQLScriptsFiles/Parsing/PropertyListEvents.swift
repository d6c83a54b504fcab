internal import SQLScriptsDiagnostics

#if canImport(CSQLScriptsXML)
  internal import CSQLScriptsXML
#else
  internal import libxml2
#endif

/// Builds a document from the tags that libxml2 finds.
///
/// After an error libxml2 reports the element that it believes to be open, not the one that is closed. So end tags are
/// read from the bytes, with a separate stack, and one mistake gives one finding.
struct PropertyListEvents {
  let bytes: TolerantBytes
  let start: Int
  let scanner: XMLTextScanner
  var builder: DocumentBuilder
  var context: xmlParserCtxtPtr?
  var elements: [Element] = []
  /// The number of tags inside a text, by name, which were read as text. Their end tags are ignored.
  var ignored: [String: Int] = [:]
  var lostEndTags: LostEndTags?
  /// The last places of `<` and `&` that were searched for, each with the place before which it is the last.
  private var lastMarks: (tag: (place: Int, before: Int), reference: (place: Int, before: Int))
  var isStopped = false
  /// Whether libxml2 reported a premature end, so that open elements are not reported again.
  var brokeOff = false
  /// libxml2 stores each name once, so equal names have the same address.
  private var lastName: (place: UnsafePointer<UInt8>, text: String, tag: Tag)?
  private var reported: Set<String> = []
  /// The end tags that libxml2 takes for those of outer elements, because their start tags are missing.
  var lostStarts = 0
  private var libraryDepth = 0
  var gapStart = 0
  private var sawPlist = false
  private var isSelfClosing = false
  /// The end of the end tag that libxml2 has not read to its `>`.
  var spacedEnd: Int?

  init(bytes: UnsafeBufferPointer<UInt8>, start: Int, builder: DocumentBuilder) {
    self.bytes = TolerantBytes(buffer: bytes)
    self.start = start
    self.builder = builder
    lastMarks = ((start, start), (start, start))
    scanner = XMLTextScanner(bytes: bytes)
  }

  /// Reports once for each ID and place, because libxml2 has several errors for one bare `<`.
  mutating func reportOnce(_ mistake: some Mistake, at span: SourceSpan) {
    guard reported.insert("\(span.range.lowerBound) \(mistake.id)").inserted else { return }
    builder.report(mistake, at: span)
    if builder.isFull { stop() }
  }

  mutating func report(_ mistake: PropertyListMistake, at span: SourceSpan) {
    reportOnce(mistake, at: span)
  }

  /// The offset of the last `<` before an offset.
  mutating func lastTag(before offset: Int) -> Int {
    Self.last(0x3C, before: min(offset, bytes.count), in: bytes, start, &lastMarks.tag)
  }

  /// The offset of the last `&` before an offset.
  mutating func lastReference(before offset: Int) -> Int {
    Self.last(0x26, before: min(offset, bytes.count), in: bytes, start, &lastMarks.reference)
  }

  /// Searches no byte twice as long as the offsets increase, because a long text can have thousands of errors.
  private static func last(
    _ byte: UInt8, before offset: Int, in bytes: TolerantBytes, _ start: Int,
    _ known: inout (place: Int, before: Int)
  ) -> Int {
    if offset > known.place, offset <= known.before { return known.place }
    if offset < known.before { known = (start, start) }
    var index = offset - 1
    while index >= known.before, bytes[index] != byte { index -= 1 }
    known = (index >= known.before ? index : known.place, max(offset, known.before))
    return known.place
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
    // The cursor is at `>` or at the `/` of an empty element.
    let cursor = offset
    isSelfClosing = bytes[cursor] == 0x2F && bytes[cursor + 1] == 0x3E
    let open = lastTag(before: cursor)
    // The rest may be part of this tag or the next tag, and libxml2 could disagree with us. In a text it is not a tag.
    let isInText = elements.last.map { !$0.tag.holdsTags } == true
    guard isSelfClosing || bytes[cursor] == 0x3E || isInText && tag == .unknown else {
      return reportTagWithoutEnd(from: open)
    }
    let contentStart = min(cursor + (isSelfClosing ? 2 : 1), bytes.count)
    // Old versions of libxml2 recurse here, and XML_PARSE_HUGE lifts their limit. They also search all outer namespaces
    // for each name.
    if libraryDepth > 32 {
      reportOnce(
        TextMistake.nestingTooDeep(limit: DocumentBuilder.maximumDepth),
        at: builder.span(Range(from: open, to: contentStart)))
      return stop()
    }
    if isInText, let top = elements.last {
      if top.tag == .unknown { return push(.unknown, name, open, contentStart) }
      if tag == .unknown || isQuoted(Range(from: open, to: contentStart), in: top) {
        report(.unescapedLessThan, at: builder.span(open..<open + 1))
        if tag != .unknown { return }
        if !isSelfClosing { ignored[name, default: 0] += 1 }
        return
      }
      if tag == top.tag, closesOrRepeats(top, Range(from: open, to: contentStart)) { return }
      report(
        .unclosed(top.name, before: open, isCertain: tag == .string && top.tag == .string),
        at: builder.span(top.tagRange))
      pop(contentEnd: open, end: open)
    }
    checkGap(before: open)
    gapStart = contentStart
    startElement(tag, name, open, contentStart)
  }

  private mutating func startElement(_ tag: Tag, _ name: String, _ open: Int, _ contentStart: Int) {
    // Only for findings, because a span counts references to the file.
    var place: SourceSpan { builder.span(Range(from: open, to: contentStart)) }
    restoreTags(before: open, tag)
    guard let outer = elements.last?.tag else {
      if sawPlist { return report(.contentAfterEnd, at: place) }
      sawPlist = true
      if tag == .plist { return push(tag, name, open, contentStart) }
      report(.noPlistTag(name), at: place)
      return stop()
    }
    if tag == .unknown || tag == .plist {
      let isKnown = Tag(name.lowercased()) != .unknown
      report(
        .unknownTag(name, isKnownInLowerCase: isKnown, isSlip: isKnown && tag == .unknown),
        at: place)
    }
    if outer == .plist, !builder.document.nodes.isEmpty {
      // Texts without a list around them are one mistake at the root.
      let isList = tag == .string && builder.document.nodes.first?.kind == .string
      if !isList { report(.contentAfterEnd, at: place) }
      return push(.unknown, name, open, contentStart)
    }
    let pendingKey = builder.containers.last?.pendingKey
    if outer == .dict, tag == .key, let pendingKey { reportMissingValue(of: pendingKey) }
    if outer == .dict, tag != .key, pendingKey == nil {
      report(.missingKey(name), at: place)
      builder.addKey(open..<open, text: .inPlace(open..<open))
    }
    if outer != .dict, tag == .key { report(.keyOutsideDictionary, at: place) }
    if tag == .array || tag == .dict {
      guard builder.open(tag == .array ? .array : .dictionary, at: open) else {
        reportOnce(TextMistake.nestingTooDeep(limit: DocumentBuilder.maximumDepth), at: place)
        return stop()
      }
    }
    if tag == .yes || tag == .no, !isSelfClosing, !isClosed(name, after: contentStart) {
      report(.constantWithoutSlash(name), at: place)
      return builder.add(tag == .yes ? .true : .false, open..<contentStart)
    }
    push(tag == .plist ? .unknown : tag, name, open, contentStart)
  }

  /// Whether a tag is inside a string of the statement: '<string>'
  private func isQuoted(_ tag: Range<Int>, in text: Element) -> Bool {
    let isOdd = { (range: Slice<UnsafeBufferPointer<UInt8>>) in
      range.count { $0 == 0x27 } % 2 == 1
    }
    return text.tag == .string && isOdd(bytes[Range(from: text.contentStart, to: tag.lowerBound)])
      && isOdd(bytes[tag.upperBound...].prefix { $0 != 0x3C })
      && isClosed(text.name, after: tag.upperBound)
  }

  /// Whether a <string> inside a text was meant as its </string>, or was repeated.
  private mutating func closesOrRepeats(_ top: Element, _ tag: Range<Int>) -> Bool {
    guard top.tag == .string || top.tag == .key else { return false }
    let place = builder.span(tag)
    let text = bytes[Range(from: top.contentStart, to: tag.lowerBound)]
    if text.allSatisfy(TextCheck.isBlank) {
      let isTwice = isClosedTwice(after: tag.upperBound)
      report(.repeated(top.name, isClosedTwice: isTwice), at: place)
      if isTwice, !isSelfClosing { ignored[top.name, default: 0] += 1 }
      return true
    }
    let next = bytes[tag.upperBound...].first { !TextCheck.isBlank($0) }
    let isLast = bytes[tag.upperBound...].first { $0 != 0x20 && $0 != 0x09 }
    guard let isLast, next == 0x3C, [0x0A, 0x0D, 0x3C].contains(isLast),
      let before = text.last, !TextCheck.isBlank(before)
    else { return false }
    report(.opensToClose(top.name), at: place)
    pop(contentEnd: tag.lowerBound, end: tag.upperBound)
    return true
  }

  /// Whether the next two tags are both `</string>`.
  private func isClosedTwice(after start: Int) -> Bool {
    let end = Array("</string>".utf8)
    guard let first = bytes[start...].firstIndex(of: 0x3C), bytes[first...].starts(with: end)
    else { return false }
    let rest = bytes[(first + end.count)...].drop(while: TextCheck.isBlank)
    return rest.starts(with: end)
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
      }
      return
    }
    let open = lastTag(before: cursor)
    if let end = spacedEnd {
      spacedEnd = nil
      return pop(contentEnd: open, end: end)
    }
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
    if let count = ignored[name] {
      ignored[name] = count > 1 ? count - 1 : nil
      return
    }
    guard let top = elements.last else { return }
    if top.name != name { guard closeMismatched(top, by: name, open..<cursor) else { return } }
    pop(contentEnd: open, end: cursor)
  }

  /// Whether bytes are the name in the start tag of an element, compared without copying.
  private func isName(at range: Range<Int>, of element: Element) -> Bool {
    guard range.count == element.name.utf8.count else { return false }
    let shift = element.start + 1 - range.lowerBound
    for index in range where bytes[index] != bytes[index + shift] { return false }
    return true
  }

  /// Pops the stack to the element that a mismatched end tag closes. Returns false if it closes none.
  private mutating func closeMismatched(
    _ top: Element, by name: String, _ range: Range<Int>
  ) -> Bool {
    let topPlace = builder.span(top.tagRange)
    let isAround = elements.contains { $0.name == name }
    if top.tag == .array, isAround, elements.dropLast().last?.tag == .array,
      bytes[Range(from: top.contentStart, to: range.lowerBound)].allSatisfy(TextCheck.isBlank)
    {
      report(.opensToClose(top.name), at: topPlace)
      while let top = elements.last, top.name != name {
        pop(contentEnd: range.lowerBound, end: range.lowerBound)
      }
      return true
    }
    if Tag(name) == .array, closesLostStart(top, range) { return false }
    let isMistyped = top.tag.holdsTags && isAround && isMistypedEnd(of: top, name, range)
    if !top.tag.holdsTags, isAround {
      let isList = Tag(name) == .array && elements.dropLast().last?.tag == .array
      report(
        .unclosed(
          top.name, before: range.lowerBound, isCertain: isList && top.tag == .string),
        at: topPlace)
    } else if Tag(name) == .string || Tag(name) == .key, top.tag.holdsTags, !isAround {
      reportEndWithoutStart(Tag(name), name, range)
      return false
    } else if top.tag == .plist, !isAround, Tag(name).holdsTags, !builder.document.nodes.isEmpty {
      report(.endWithoutStart(name, text: nil), at: builder.span(range))
    } else {
      let isSlip = Tag(name) == .unknown && top.tag != .unknown
      report(
        .mismatch(
          top.name, closedBy: name, opening: topPlace,
          isSlip ? .slip : isAround && !isMistyped ? .missing : .other), at: builder.span(range))
    }
    // A surplus end tag. libxml2 has closed another element with it, so its later events are wrong.
    if top.tag == .plist, !isAround {
      stop()
      return false
    }
    if isMistyped { return true }
    if isAround {
      while let top = elements.last, top.name != name {
        pop(contentEnd: range.lowerBound, end: range.lowerBound)
      }
      return true
    }
    if !top.tag.holdsTags || Tag(name).holdsTags || Tag(name) == .unknown { return true }
    // libxml2 has closed an element that is still open here, so its later events are wrong.
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
    report(isTag ? .fullwidthTag : .textOutsideString, at: place)
  }

  mutating func reportMissingValue(of key: Int) {
    let node = builder.document.nodes[key]
    let name = builder.document.string(of: node)
    report(.missingValue(name), at: builder.document.span(of: node))
    builder.addMissingValue()
  }

  /// Closes a text at a malformed end tag.
  mutating func closeBent(contentEnd: Int, end: Int) { pop(contentEnd: contentEnd, end: end) }

  mutating func pop(contentEnd: Int, end: Int) {
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
      report(
        top.tag.holdsTags
          ? .unclosedAtEnd(elements.reversed().map(\.name))
          : .unclosed(top.name, before: nil, isCertain: false), at: builder.span(top.tagRange))
    }
    if builder.document.nodes.isEmpty, sawPlist,
      builder.diagnostics.allSatisfy({ $0.severity != .error })
    {
      report(.noValue, at: builder.span(bytes.count..<bytes.count))
    }
  }
}
