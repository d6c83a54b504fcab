internal import SQLScriptsDiagnostics

#if canImport(CSQLScriptsXML)
  internal import CSQLScriptsXML
#else
  internal import libxml2
#endif

/// Translates libxml2's errors.
extension PropertyListEvents {
  mutating func libraryReported(code: UInt32, words: String) {
    let cursor = offset
    switch code {
    // Our own stack reports these better.
    case XML_ERR_TAG_NAME_MISMATCH.rawValue, XML_ERR_TAG_NOT_FINISHED.rawValue,
      XML_ERR_LTSLASH_REQUIRED.rawValue:
      return
    case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue:
      let start = lastReference(before: cursor)
      return report(
        .unknownEntity(text(start, cursor)), at: builder.span(Range(from: start, to: cursor)))
    case XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue: return reportAmpersand(before: cursor)
    case XML_ERR_NAME_REQUIRED.rawValue:
      if cursor > 0, bytes[cursor - 1] == 0x26 { return reportAmpersand(before: cursor) }
      if reportLessThan(before: cursor) || reportBentStartTag(before: cursor) { return }
    case XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue, XML_ERR_ATTRIBUTE_NOT_FINISHED.rawValue,
      XML_ERR_ATTRIBUTE_WITHOUT_VALUE.rawValue, XML_ERR_SPACE_REQUIRED.rawValue,
      XML_ERR_GT_REQUIRED.rawValue, XML_ERR_LT_IN_ATTRIBUTE.rawValue:
      if code == XML_ERR_GT_REQUIRED.rawValue, reportSpacedEndTag(before: cursor) { return }
      if reportLessThan(before: cursor) { return }
      if code == XML_ERR_GT_REQUIRED.rawValue {
        return reportTagWithoutEnd(from: lastTag(before: cursor))
      }
      if code == XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue, reportBareAttribute(at: cursor) { return }
    case XML_ERR_INVALID_HEX_CHARREF.rawValue, XML_ERR_INVALID_DEC_CHARREF.rawValue,
      XML_ERR_INVALID_CHARREF.rawValue, XML_ERR_INVALID_CHAR.rawValue:
      if reportReference(before: cursor) { return }
    case XML_ERR_HYPHEN_IN_COMMENT.rawValue:
      let end = min(cursor + 1, bytes.count)
      return report(.hyphensInComment, at: builder.span(min(cursor, end)..<end))
    case XML_ERR_CDATA_NOT_FINISHED.rawValue:
      brokeOff = true
      let start = last("<![CDATA[", before: cursor)
      return report(.cdataWithoutEnd, at: builder.span(start..<start + 9))
    case XML_ERR_COMMENT_NOT_FINISHED.rawValue:
      brokeOff = true
      let start = last("<!--", before: cursor)
      return report(.commentWithoutEnd, at: builder.span(start..<start + 4))
    case XML_ERR_RESERVED_XML_NAME.rawValue:
      brokeOff = true
      let start = last("<?xml", before: cursor)
      return report(.lateDeclaration, at: builder.span(start..<start + 5))
    case XML_ERR_DOCUMENT_END.rawValue:
      if brokeOff { return }
      if lostStarts > 0 {
        brokeOff = true
        return
      }
      return report(.contentAfterPlist, at: builder.span(cursor..<cursor + 1))
    default: break
    }
    // If a tag is never closed, the rest of the file is not checked.
    if brokeOff, cursor >= bytes.count { return }
    brokeOff = true
    let open = lastTag(before: cursor)
    if bytes[cursor] == 0x3C || bytes[cursor] == 0x2F, isStartTag(Range(from: open, to: cursor)) {
      return reportTagWithoutEnd(from: open)
    }
    let end = min(cursor + 1, bytes.count)
    let place = builder.span(min(cursor, end)..<end)
    if let quotes = typographicQuotes(inTagAt: cursor) {
      return report(.typographicQuotes(quotes), at: place)
    }
    report(.notWellFormed(cleaned(words)), at: place)
  }

  mutating func refuseDeclaration() {
    let open = lastTag(before: offset)
    report(.entityDeclaration, at: builder.span(open..<max(open, offset)))
    stop()
  }

  private func text(_ start: Int, _ end: Int) -> String {
    String(decoding: bytes[Range(from: start, to: end)].prefix(256), as: UTF8.self).forMessage
  }

  private mutating func reportAmpersand(before cursor: Int) {
    let start = lastReference(before: cursor)
    report(.unescapedAmpersand, at: builder.span(start..<start + 1))
  }

  private func last(_ word: String, before offset: Int) -> Int {
    var index = min(offset, bytes.count) - 1
    while index > start, !bytes[index...].starts(with: word.utf8) { index -= 1 }
    return max(index, start)
  }

  /// Reports a tag without `>`, and stops, because its end is not known.
  mutating func reportTagWithoutEnd(from open: Int) {
    brokeOff = true
    report(.tagWithoutEnd, at: builder.span(Range(from: open, to: endOfTagName(from: open))))
    stop()
  }

  /// Whether bytes are a start tag without its `>`.
  private func isStartTag(_ range: Range<Int>) -> Bool {
    let tag = bytes[range]
    return tag.count > 1 && tag.first == 0x3C && (bytes[range.lowerBound + 1] | 0x20) &- 0x61 < 26
      && !tag.contains(0x3E)
  }

  private func endOfTagName(from open: Int) -> Int {
    let end = bytes[(open + 1)...].firstIndex { $0 == 0x3C || TextCheck.isBlank($0) }
    return end ?? bytes.count
  }

  /// Returns false if this is not inside a text, where `<` was meant literally.
  private mutating func reportLessThan(before cursor: Int) -> Bool {
    guard let top = elements.last, !top.tag.holdsTags, top.tag != .unknown else { return false }
    let start = lastTag(before: cursor)
    guard start >= top.contentStart else { return false }
    let name = bytes[Range(from: start + 1, to: cursor)].prefix {
      $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A
    }
    // `</string` and misspelled `<string` are broken tags.
    let isTag = Tag(String(decoding: name, as: UTF8.self)) != .unknown
    let isEndTag = start + 1 < bytes.count && bytes[start + 1] == 0x2F
    guard !isTag, !isEndTag else { return false }
    if reportBentEndTag(of: top, at: start) { return true }
    report(.unescapedLessThan, at: builder.span(start..<start + 1))
    return true
  }

  /// Reports `< /string>` and `<\\string>`, which were meant as end tags.
  private mutating func reportBentEndTag(of top: Element, at start: Int) -> Bool {
    let rest = bytes[(start + 1)...].prefix(32)
    let name = rest.drop { [0x20, 0x2F, 0x5C].contains($0) }
    let end = name.startIndex + top.name.utf8.count
    guard name.startIndex > rest.startIndex, name.starts(with: top.name.utf8), end < bytes.count,
      bytes[end] == 0x3E
    else { return false }
    let place = builder.span(Range(from: start, to: end + 1))
    report(.bentEndTag(top.name), at: place)
    closeBent(contentEnd: start, end: end + 1)
    return true
  }

  /// Reports `</ string>`. libxml2 ends an element at it, but reads on after the space.
  private mutating func reportSpacedEndTag(before cursor: Int) -> Bool {
    let start = lastTag(before: cursor)
    guard let top = elements.last, let end = endOfSpacedTag("</", top.name, from: start) else {
      return false
    }
    report(.bentEndTag(top.name), at: builder.span(start..<end))
    spacedEnd = end
    return true
  }

  /// Reports `< string>` and stops, because libxml2 does not read it as a tag.
  private mutating func reportBentStartTag(before cursor: Int) -> Bool {
    let start = lastTag(before: cursor)
    for name in ["array", "dict", "key", "string", "integer", "plist"] {
      guard let end = endOfSpacedTag("<", name, from: start) else { continue }
      report(.bentStartTag(name), at: builder.span(start..<end))
      stop()
      return true
    }
    return false
  }

  /// The end of a tag with spaces before its name; nil if there is none.
  private func endOfSpacedTag(_ mark: String, _ name: String, from start: Int) -> Int? {
    guard bytes[start...].starts(with: mark.utf8) else { return nil }
    let rest = bytes[(start + mark.utf8.count)...].prefix(64)
    let text = rest.drop(while: TextCheck.isBlank)
    let end = text.startIndex + name.utf8.count
    guard text.startIndex > rest.startIndex, text.starts(with: name.utf8), bytes[end] == 0x3E
    else { return nil }
    return end + 1
  }

  /// Reports `version=1.0` and stops, because libxml2 takes the rest of the tag for text.
  private mutating func reportBareAttribute(at cursor: Int) -> Bool {
    let value = bytes[cursor...].prefix(64).prefix { byte in
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || [0x2D, 0x2E, 0x5F].contains(byte)
    }
    let next = bytes[value.endIndex]
    guard !value.isEmpty, next == 0x3E || next == 0x2F || TextCheck.isBlank(next) else {
      return false
    }
    report(.bareAttribute, at: builder.span(value.startIndex..<value.endIndex))
    stop()
    return true
  }

  /// Reports the reference that libxml2 could not parse. Returns false if there is none.
  private mutating func reportReference(before cursor: Int) -> Bool {
    let start = lastReference(before: cursor)
    guard bytes[start] == 0x26, bytes[start + 1] == 0x23 else { return false }
    let reference = XMLReference(in: bytes.buffer, at: start, before: bytes.count)
    if let reference {
      // The error is about a character after it.
      if reference.end < cursor { return false }
      if reference.scalar != nil { return cursor < reference.end }
    }
    let end = reference?.end ?? max(cursor, start + 2)
    guard reference != nil || !bytes[Range(from: start, to: cursor)].dropLast().contains(0x3B)
    else {
      return false
    }
    let place = builder.span(start..<end)
    if reference?.isNUL ?? false {
      reportOnce(TextMistake.nulCharacter, at: place)
    } else {
      report(.badReference(text(start, end)), at: place)
    }
    return true
  }

  /// libxml2's message without the name of its function and the line ending.
  private func cleaned(_ words: String) -> String {
    var words = String(words.filter { !$0.isNewline })
    if words.hasPrefix("xml"), let colon = words.firstIndex(of: ":") {
      words = String(words[words.index(after: colon)...].drop { $0 == " " })
    }
    return words.isEmpty ? "unknown error" : words
  }

  /// The offsets of typographic quotes in a tag that needs straight ones; nil if there are none.
  private mutating func typographicQuotes(inTagAt cursor: Int) -> [Int]? {
    guard elements.last?.tag.holdsTags ?? true else { return nil }
    let open = bytes[cursor] == 0x3C ? cursor : lastTag(before: cursor)
    guard open < bytes.count, bytes[open] == 0x3C else { return nil }
    let tag = bytes[open...].prefix(1000).prefix { $0 != 0x3E }
    let quotes = tag.indices.filter { place in
      tag[place...].starts(with: [0xE2, 0x80]) && place + 2 < tag.endIndex
        && (0x9C...0x9F).contains(tag[place + 2])
    }
    return quotes.count >= 2 && quotes.count % 2 == 0 && !tag.contains(0x22) ? quotes : nil
  }
}
