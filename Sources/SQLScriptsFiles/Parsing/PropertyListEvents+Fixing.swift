internal import SQLScriptsDiagnostics

/// How mistakes in a property list are corrected, each only where one thing can be meant.
extension PropertyListEvents {
  /// None for a code that only lacks its semicolon: `a &lt 5`.
  func escapedAmpersand(at place: Int) -> FixIt? {
    let name = bytes[(place + 1)...].prefix(64).prefix { byte in
      byte == 0x23 || byte &- 0x30 < 10 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
    }
    let isCode = ["amp", "lt", "gt", "quot", "apos"].contains(String(decoding: name, as: UTF8.self))
    guard bytes[place] == 0x26, !isCode, name.first != 0x23 else { return nil }
    return FixIt("Write &amp;", at: builder.span(place..<place + 1), with: "&amp;")
  }

  /// None for what is written like a tag: `<b>`.
  func escapedLessThan(at place: Int) -> FixIt? {
    let name = bytes[(place + 1)...].prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    let next = place + 1 + name.count
    let isTag = !name.isEmpty && next < bytes.count && [0x3E, 0x2F].contains(bytes[next])
    guard bytes[place] == 0x3C, !isTag, next < bytes.count,
      ![0x21, 0x3F, 0x2F].contains(bytes[next])
    else { return nil }
    return FixIt("Write &lt;", at: builder.span(place..<place + 1), with: "&lt;")
  }

  /// The end of a text that the next item or the end of the list follows on a later line.
  func endTag(of element: Element, before next: Int) -> FixIt? {
    guard element.tag == .string else { return nil }
    var end = next
    while end > element.contentStart, TextCheck.isBlank(bytes[end - 1]) { end -= 1 }
    let hasLineEnd = bytes[Range(from: end, to: next)].contains { $0 == 0x0A || $0 == 0x0D }
    guard hasLineEnd, end > element.contentStart,
      !bytes[Range(from: element.contentStart, to: end)].contains(0x3C)
    else { return nil }
    return FixIt("Close the text", at: builder.span(end..<end), with: "</string>")
  }

  /// The right name in an end tag whose name is no tag's, as `</String>` and `</strng>`.
  func endTag(of element: Element, insteadOf name: String, at range: Range<Int>) -> FixIt? {
    let isSlip =
      name.lowercased() == element.name
      || Spelling.closest(to: name.lowercased(), among: [element.name]) != nil
    guard Tag(name) == .unknown, element.tag != .unknown, isSlip else { return nil }
    let place = range.lowerBound + 2..<range.lowerBound + 2 + name.utf8.count
    return FixIt("Write </\(element.name)>", at: builder.span(place), with: element.name)
  }

  /// A name in lower case in the start tag; the end tag is another finding after that.
  func lowerCase(_ name: String, at open: Int) -> FixIt {
    let place = open + 1..<open + 1 + name.utf8.count
    return FixIt(
      "Write <\(name.lowercased())>", at: builder.span(place), with: name.lowercased())
  }

  /// Typographic quotes inside a tag, where only straight ones can be meant.
  func straightQuotes(inTagAt cursor: Int) -> FixIt? {
    guard elements.last?.tag.holdsTags ?? true else { return nil }
    let open = last(0x3C, before: min(cursor + 1, bytes.count))
    guard open < bytes.count, bytes[open] == 0x3C else { return nil }
    let tag = bytes[open...].prefix(1000).prefix { $0 != 0x3E }
    let quotes = tag.indices.filter { place in
      tag[place...].starts(with: [0xE2, 0x80]) && place + 2 < tag.endIndex
        && (0x9C...0x9F).contains(tag[place + 2])
    }
    guard quotes.count >= 2, quotes.count % 2 == 0, !tag.contains(0x22) else { return nil }
    return FixIt(
      "Write straight quotes", quotes.map { .init(builder.span($0..<$0 + 3), with: "\"") })
  }
}
