internal import SQLScriptsDiagnostics

/// Tags that are missing. One lost tag is one finding, and the rest is read as if it were there.
extension PropertyListEvents {
  /// Opens or closes the lists and dictionaries whose tags are missing before a start tag.
  mutating func restoreTags(before open: Int, _ tag: Tag) {
    guard let outer = elements.last?.tag, tag != .unknown, tag != .plist else { return }
    switch (outer, tag) {
    case (.array, .key) where ScriptKey(rawValue: name(ofKeyAt: open)) != nil:
      guard elements.dropLast().last?.tag == .dict, let top = elements.last else { return }
      report(
        .missingEnd(top.name, opening: builder.span(top.tagRange)), at: builder.span(open..<open))
      pop(contentEnd: open, end: open)
    case (.array, .key), (.plist, .key):
      guard outer == .array || builder.document.nodes.isEmpty, firstLostEnd(from: open) == "dict",
        builder.open(.dictionary, at: open)
      else { return }
      addStart(of: .dict, "dict", at: open)
    case (.plist, _):
      guard builder.document.nodes.first?.kind == .string, firstLostEnd(from: open) == "array",
        builder.open(.array, around: 0)
      else { return }
      addStart(of: .array, "array", at: Int(builder.document.nodes[0].start))
    case (.dict, .string), (.dict, .dict), (.dict, .array):
      guard let dictionary = builder.containers.last, dictionary.pendingKey == nil,
        let key = dictionary.lastKey, firstLostEnd(from: open) == "array"
      else { return }
      if elements.dropLast().last?.tag == .array {
        guard let top = elements.last else { return }
        report(
          .missingEnd(top.name, opening: builder.span(top.tagRange)), at: builder.span(open..<open))
        return pop(contentEnd: open, end: open)
      }
      guard key + 1 < builder.document.nodes.count, builder.document.nodes[key + 1].kind != .array,
        builder.open(.array, around: key + 1)
      else { return }
      addStart(of: .array, "array", at: Int(builder.document.nodes[key + 1].start))
    default: return
    }
  }

  /// Reads the only value of a list whose `<array>` is missing, at its `</array>`. Returns false if there is none.
  mutating func closesLostStart(_ top: Element, _ range: Range<Int>) -> Bool {
    guard top.tag == .dict, let dictionary = builder.containers.last, dictionary.isDictionary,
      dictionary.pendingKey == nil, let key = dictionary.lastKey,
      key + 1 < builder.document.nodes.count, builder.document.nodes[key + 1].kind != .array,
      firstLostEnd(from: range.upperBound) == "dict",
      case let start = Int(builder.document.nodes[key + 1].start),
      builder.open(.array, around: key + 1)
    else { return false }
    report(.missingStart("array"), at: builder.span(start..<start))
    builder.close(at: range.upperBound)
    builder.document.lacksStart = true
    lostStarts += 1
    gapStart = range.upperBound
    return true
  }

  /// Whether an end tag of another name was meant to end the innermost element: the rest only fits if it does.
  mutating func isMistypedEnd(of top: Element, _ name: String, _ range: Range<Int>) -> Bool {
    guard let next = firstLostEnd(from: range.upperBound),
      let outer = elements.lastIndex(where: { $0.name == name })
    else { return false }
    let isMissing = outer > 0 && elements[outer - 1].name == next
    return !isMissing && elements.dropLast().last?.name == next
  }

  private func name(ofKeyAt open: Int) -> String {
    let text = bytes[(open + 5)...].prefix { $0 != 0x3C }.prefix(20)
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func addStart(of tag: Tag, _ name: String, at start: Int) {
    report(.missingStart(name), at: builder.span(start..<start))
    elements.append(Element(tag: tag, name: name, start: start, contentStart: start))
    lostStarts += 1
    builder.document.lacksStart = true
  }

  /// Reports `text</string>`, and reads it as `<string>text</string>`.
  mutating func reportEndWithoutStart(_ tag: Tag, _ name: String, _ range: Range<Int>) {
    lostStarts += 1
    let gap = bytes[Range(from: gapStart, to: range.lowerBound)]
    gapStart = range.upperBound
    let text = gap.drop(while: TextCheck.isBlank)
    guard !text.isEmpty else {
      return report(.endWithoutStart(name, text: nil), at: builder.span(range))
    }
    let line = text.prefix(200).prefix { $0 != 0x0A }
    report(
      .endWithoutStart(name, text: String(decoding: line, as: UTF8.self)), at: builder.span(range))
    let place = Range(from: text.startIndex, to: text.endIndex)
    let container = builder.containers.last
    let isKey = container?.isDictionary == true && container?.pendingKey == nil
    guard container != nil, isKey == (tag == .key) else { return }
    let value = scanner.text(place, in: &builder)
    if isKey {
      builder.addKey(place, text: value)
    } else {
      builder.add(.string, place, text: value)
    }
  }

  /// Whether the next tag is the end tag of a name.
  func isClosed(_ name: String, after start: Int) -> Bool {
    guard let next = bytes[start...].firstIndex(of: 0x3C) else { return false }
    return bytes[next...].starts(with: "</\(name)".utf8)
  }

  /// The name in the first end tag whose start tag is before a place; nil if there is none.
  private mutating func firstLostEnd(from start: Int) -> String? {
    let tags = lostEndTags ?? LostEndTags(in: bytes, from: start)
    lostEndTags = tags
    return tags.first(from: start)
  }
}
