internal import SQLScriptsDiagnostics

#if canImport(CSQLScriptsXML)
  internal import CSQLScriptsXML
#else
  internal import libxml2
#endif

/// libxml2's errors in the reader's words.
extension PropertyListEvents {
  func libraryReported(code: UInt32, words: String) {
    let cursor = offset
    switch code {
    // Our own stack tells these better.
    case XML_ERR_TAG_NAME_MISMATCH.rawValue, XML_ERR_TAG_NOT_FINISHED.rawValue,
      XML_ERR_LTSLASH_REQUIRED.rawValue:
      return
    case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue:
      let start = last(0x26, before: cursor)
      return report(.unknownEntity(text(start..<cursor), at: builder.span(start..<cursor)))
    case XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue: return reportAmpersand(before: cursor)
    case XML_ERR_NAME_REQUIRED.rawValue:
      if cursor > 0, bytes[cursor - 1] == 0x26 { return reportAmpersand(before: cursor) }
      if reportLessThan(before: cursor) { return }
    case XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue, XML_ERR_ATTRIBUTE_NOT_FINISHED.rawValue,
      XML_ERR_ATTRIBUTE_WITHOUT_VALUE.rawValue, XML_ERR_SPACE_REQUIRED.rawValue,
      XML_ERR_GT_REQUIRED.rawValue, XML_ERR_LT_IN_ATTRIBUTE.rawValue:
      if reportLessThan(before: cursor) { return }
      if code == XML_ERR_GT_REQUIRED.rawValue {
        let open = last(0x3C, before: cursor)
        brokeOff = true
        return report(.tagWithoutEnd(at: builder.span(open..<endOfTagName(from: open))))
      }
    case XML_ERR_INVALID_HEX_CHARREF.rawValue, XML_ERR_INVALID_DEC_CHARREF.rawValue,
      XML_ERR_INVALID_CHARREF.rawValue, XML_ERR_INVALID_CHAR.rawValue:
      if reportReference(before: cursor) { return }
    case XML_ERR_DOCUMENT_END.rawValue:
      return report(.contentAfterEnd(at: builder.span(cursor..<cursor + 1)))
    default: break
    }
    brokeOff = true
    let end = min(cursor + 1, bytes.count)
    report(
      .notWellFormed(cleaned(words), at: builder.span(min(cursor, end)..<end)),
      fixIt: straightQuotes(inTagAt: cursor))
  }

  func refuseDeclaration() {
    let open = last(0x3C, before: offset)
    report(.entityDeclaration(at: builder.span(open..<max(open, offset))))
    stop()
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self).forMessage
  }

  private func reportAmpersand(before cursor: Int) {
    let start = last(0x26, before: cursor)
    report(
      .unescapedAmpersand(at: builder.span(start..<start + 1)), fixIt: escapedAmpersand(at: start))
  }

  private func endOfTagName(from open: Int) -> Int {
    let end = bytes[(open + 1)...].firstIndex { $0 == 0x3C || TextCheck.isBlank($0) }
    return end ?? bytes.count
  }

  /// False if this is not inside a text, where a `<` was meant as one.
  private func reportLessThan(before cursor: Int) -> Bool {
    guard let top = elements.last, !top.tag.holdsTags, top.tag != .unknown else { return false }
    let start = last(0x3C, before: cursor)
    guard start >= top.contentStart else { return false }
    let name = bytes[(start + 1)..<cursor].prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    // `</string` and `<string` with a slip inside are tags that went wrong.
    let isTag = Tag(String(decoding: name, as: UTF8.self)) != .unknown
    let isEndTag = start + 1 < bytes.count && bytes[start + 1] == 0x2F
    guard !isTag, !isEndTag else { return false }
    report(
      .unescapedLessThan(at: builder.span(start..<start + 1)), fixIt: escapedLessThan(at: start))
    return true
  }

  private func reportReference(before cursor: Int) -> Bool {
    let start = last(0x26, before: cursor)
    let spelling = Array(bytes[start..<cursor])
    guard spelling.starts(with: "&#".utf8), cursor - start < 64,
      !spelling.dropLast().contains(0x3B)
    else {
      return false
    }
    let digits = spelling.dropFirst(2).filter { $0 != 0x3B && $0 != 0x78 }
    let isNUL = !digits.isEmpty && digits.allSatisfy { $0 == 0x30 }
    let place = builder.span(start..<cursor)
    report(isNUL ? .nulCharacter(at: place) : .badReference(text(start..<cursor), at: place))
    return true
  }

  /// libxml2's words without the name of its function and the line end.
  private func cleaned(_ words: String) -> String {
    var words = String(words.filter { !$0.isNewline })
    if words.hasPrefix("xml"), let colon = words.firstIndex(of: ":") {
      words = String(words[words.index(after: colon)...].drop { $0 == " " })
    }
    return words.isEmpty ? "unknown error" : words
  }
}

extension Diagnostic {
  fileprivate static func notWellFormed(_ words: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-not-well-formed", .error, "This is not well-formed XML: \(words)", at: span,
      help: "Correct the tag or the text here.")
  }

  fileprivate static func tagWithoutEnd(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-tag-mismatch", .error, "This tag has no “>” at its end", at: span,
      help: "Write “>” after it.")
  }

  fileprivate static func unescapedAmpersand(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-unescaped-ampersand", .error, "A bare “&” is not allowed in a property list",
      at: span, label: "write &amp; here",
      why: "In XML “&” starts a code such as &lt;.",
      help: "Replace “&” with “&amp;”; the app still sees “&”.")
  }

  static func unescapedLessThan(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-unescaped-less-than", .error, "A bare “<” is not allowed in a property list",
      at: span, label: "write &lt; here", why: "XML reads “<” as the start of a tag.",
      help: "Replace “<” with “&lt;”; “>” may stay as it is.")
  }

  fileprivate static func unknownEntity(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-unknown-entity", .error, "“\(name)” is not a code that property lists know",
      at: span, why: "XML has &amp; &lt; &gt; &quot; &apos; and numbers; the others are HTML.",
      help: "Write the character itself; for “&”, write “&amp;”.")
  }

  fileprivate static func badReference(_ spelling: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-not-well-formed", .error, "“\(spelling)” stands for no character that XML allows",
      at: span, help: "Write the character itself; for “&”, write “&amp;”.")
  }

  fileprivate static func contentAfterEnd(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-content-after-end", .error, "The file goes on after </plist>", at: span,
      help: "Move this into the list, or delete it.")
  }

  fileprivate static func entityDeclaration(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-entity-declaration", .error, "A script must not declare entities or elements",
      at: span, why: "Such declarations can read other files and fill the memory.",
      help: "Delete the declaration, and write the text itself where it is used.")
  }
}
