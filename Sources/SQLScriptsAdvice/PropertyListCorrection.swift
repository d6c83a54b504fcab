import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Corrects mistakes in a property list that have only one possible correction.
struct PropertyListCorrection {
  let source: SourceFile
  let bytes: SourceBytes

  init(_ source: SourceFile) {
    self.source = source
    bytes = source.bytes
  }

  private func span(_ range: Range<Int>) -> SourceSpan { SourceSpan(file: source, range: range) }

  /// Escapes an `&`. Nil for an entity that only lacks its semicolon: `a &lt 5`.
  func escapedAmpersand(at place: Int) -> FixIt? {
    if entityWithoutSemicolon(at: place) != nil { return nil }

    let name = bytes.dropFirst(place + 1).prefix(64).prefix { byte in
      byte == 0x23 || byte &- 0x30 < 10 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
    }
    let isCode = ["amp", "lt", "gt", "quot", "apos"].contains(String(decoding: name, as: UTF8.self))
    guard bytes[place] == 0x26, !isCode, name.first != 0x23 else { return nil }
    return FixIt("Write &amp;", at: span(place..<place + 1), with: "&amp;")
  }

  /// The entity without its semicolon: `&lt 2`.
  func entityWithoutSemicolon(at place: Int) -> String? {
    guard bytes[place] == 0x26 else { return nil }
    let name = bytes.dropFirst(place + 1).prefix(8).prefix {
      $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A
    }
    let text = String(decoding: name, as: UTF8.self)
    guard ["amp", "lt", "gt", "quot", "apos"].contains(text) else { return nil }
    let next = place + 1 + name.count
    return next < bytes.count && bytes[next] == 0x3B ? nil : "&" + text
  }

  /// Escapes a `<`. Nil if the text looks like a tag: `<b>`.
  func escapedLessThan(at place: Int) -> FixIt? {
    let name = bytes.dropFirst(place + 1).prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    let next = place + 1 + name.count
    let isTag = !name.isEmpty && next < bytes.count && [0x3E, 0x2F].contains(bytes[next])
    guard bytes[place] == 0x3C, !isTag, next < bytes.count,
      ![0x21, 0x3F, 0x2F].contains(bytes[next])
    else { return nil }
    return FixIt("Write &lt;", at: span(place..<place + 1), with: "&lt;")
  }

  /// Escapes a tag in a text: `'<string>'`
  func escapedTag(at place: Int) -> FixIt? {
    let tag = bytes[place...].prefix(64).prefix { $0 != 0x3E }
    guard tag.endIndex < bytes.count, bytes[tag.endIndex] == 0x3E else { return nil }
    let text = String(decoding: tag.dropFirst(), as: UTF8.self)
    guard !text.contains("<") else { return nil }
    return FixIt(
      "Write &lt;\(text)&gt;", at: span(place..<tag.endIndex + 1), with: "&lt;\(text)&gt;")
  }

  /// Closes a text before the next tag, and whether that tag is on a later line.
  ///
  /// - Parameter tag: the start tag of the text.
  func end(
    of name: String, after tag: Range<Int>, before next: Int
  ) -> (fixIt: FixIt, isAtLineEnd: Bool)? {
    let start = tag.upperBound
    var end = next
    while end > start, TextCheck.isBlank(bytes[end - 1]) { end -= 1 }
    let hasLineEnd = bytes[min(end, next)..<next].contains { $0 == 0x0A || $0 == 0x0D }
    guard end > start, !bytes[start..<end].contains(0x3C) else { return nil }
    let bare = "/\(name)>"
    if bytes[start..<end].suffix(bare.utf8.count).elementsEqual(bare.utf8) {
      let place = end - bare.utf8.count
      return (FixIt("Write “<” before \(bare)", at: span(place..<place), with: "<"), hasLineEnd)
    }
    let wide = "＜/\(name)＞"
    if bytes[start..<end].suffix(wide.utf8.count).elementsEqual(wide.utf8) {
      let place = span(end - wide.utf8.count..<end)
      return (FixIt("Write </\(name)>", at: place, with: "</\(name)>"), hasLineEnd)
    }
    return (FixIt("Close the text", at: span(end..<end), with: "</\(name)>"), hasLineEnd)
  }

  /// Whether a string without its end tag and the one after it are separate statements, and not parts of one. If an end
  /// tag follows, there is no second part.
  ///
  /// - Parameter tag: the start tag of the string.
  func areSeparate(_ tag: Range<Int>, before next: Int?) -> Bool {
    guard let next, bytes[next...].starts(with: "<string".utf8),
      let start = bytes[next...].firstIndex(of: 0x3E)
    else { return true }
    let second = bytes[(start + 1)...].prefix { $0 != 0x3C }
    let first = StatementPart(
      escaped: String(decoding: bytes[tag.upperBound..<next], as: UTF8.self))
    return !first.isCut
      && StatementPart(escaped: String(decoding: second, as: UTF8.self)).isStatement
  }

  /// Closes an element before the end tag of an outer one.
  func endTag(of name: String, before outer: Int) -> FixIt {
    FixIt(
      "Write </\(name)> before this", at: span(outer..<outer),
      with: "</\(name)>\(source.lineEnd(before: outer))")
  }

  /// Whether no other such element begins in a range, whose end tag might be the missing one.
  func isOnly(_ name: String, from start: Int, to end: Int) -> Bool {
    let tag = Array("<\(name)".utf8)
    return !(start..<max(start, end)).contains { bytes[$0..<end].starts(with: tag) }
  }

  /// Writes another name into an end tag.
  func writing(_ name: String, insteadOf other: String, at range: Range<Int>) -> FixIt {
    let place = range.lowerBound + 2..<range.lowerBound + 2 + other.utf8.count
    return FixIt("Write </\(name)>", at: span(place), with: name)
  }

  /// Opens the text on one line before an end tag.
  func startTag(of name: String, beforeTextAt end: Int) -> FixIt? {
    let start = bytes[..<end].lastIndex(of: 0x3E).map { $0 + 1 } ?? 0
    guard let first = bytes[start..<end].firstIndex(where: { !TextCheck.isBlank($0) }),
      !bytes[first..<end].contains(0x0A), !bytes[first..<end].contains(0x0D)
    else { return nil }
    let bare = "\(name)>"
    let word = start - bare.utf8.count
    if word > 0, bytes[word..<start].elementsEqual(bare.utf8),
      TextCheck.isBlank(bytes[word - 1]) || bytes[word - 1] == 0x3E
    {
      return FixIt("Write “<” before \(bare)", at: span(word..<word), with: "<")
    }
    return FixIt("Write <\(name)> before the text", at: span(first..<first), with: "<\(name)>")
  }

  /// Puts tags around a statement without them, if a tag follows it.
  func tags(aroundStatement range: Range<Int>) -> FixIt? {
    let word = bytes[range].prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    guard JSONCorrection.starters.contains(String(decoding: word, as: UTF8.self).uppercased()),
      bytes[range.upperBound...].first(where: { !TextCheck.isBlank($0) }) == 0x3C
    else { return nil }
    return FixIt(
      "Put the statement between <string> and </string>",
      [
        .init(span(range.lowerBound..<range.lowerBound), with: "<string>"),
        .init(span(range.upperBound..<range.upperBound), with: "</string>"),
      ])
  }

  private static func isOn(_ word: some Collection<UInt8>) -> Bool? {
    let word = String(decoding: word.prefix(6), as: UTF8.self).lowercased()
    return ["yes": true, "true": true, "no": false, "false": false][word]
  }

  /// Makes a constant of a word such as YES, which is one in other property lists.
  func constant(_ range: Range<Int>) -> FixIt? {
    Self.isOn(bytes[range]).map { FixIt("Write <\($0)/>", at: span(range), with: "<\($0)/>") }
  }

  /// Makes a constant of `<bool>NO</bool>` or `<no/>`.
  func constant(insteadOf name: String, at open: Int) -> (isOn: Bool, fixIt: FixIt)? {
    guard let close = bytes[open...].prefix(80).firstIndex(of: 0x3E) else { return nil }
    var end = close + 1
    var isOn = Self.isOn(name.utf8)
    if bytes[close - 1] != 0x2F {
      let endTag = "</\(name)>"
      let text = bytes[end...].prefix(16).prefix { $0 != 0x3C }
      guard bytes[text.endIndex...].starts(with: endTag.utf8) else { return nil }
      end = text.endIndex + endTag.utf8.count
      isOn = text.isEmpty ? isOn : Self.isOn(text)
    }
    return isOn.map { ($0, FixIt("Write <\($0)/>", at: span(open..<end), with: "<\($0)/>")) }
  }

  /// Whether a key ends before a place, apart from whitespace.
  func isAfterKey(_ place: Int) -> Bool {
    guard let end = bytes[..<place].lastIndex(where: { !TextCheck.isBlank($0) }) else {
      return false
    }
    return bytes[...end].suffix(6).elementsEqual("</key>".utf8)
  }

  /// Whether a place is directly in a dictionary. Only the text shortly before it is looked at.
  func isInDictionary(_ place: Int) -> Bool {
    var closed = 0
    for index in bytes[..<place].suffix(4096).indices.reversed() where bytes[index] == 0x3C {
      let tag = bytes[index..<place].prefix(8)
      if tag.starts(with: "</dict>".utf8) || tag.starts(with: "</array>".utf8) { closed += 1 }
      let isDictionary = tag.starts(with: "<dict>".utf8)
      guard isDictionary || tag.starts(with: "<array>".utf8) else { continue }
      if closed == 0 { return isDictionary }
      closed -= 1
    }
    return false
  }

  /// Adds the `>` after a complete name. Only <plist> may have attributes.
  func endOfTag(_ range: Range<Int>) -> FixIt? {
    let name = bytes[range].dropFirst().drop { $0 == 0x2F }
    guard Self.tags.contains(String(decoding: name, as: UTF8.self)) else { return nil }
    return FixIt("Write “>”", at: span(range.upperBound..<range.upperBound), with: ">")
  }

  /// Corrects the name in a tag such as `<strng>`.
  func knownTag(near name: String, at open: Int) -> FixIt? {
    guard let meant = otherName(of: name), meant != name else { return nil }
    return rename(name, meant, at: open)
  }

  /// The tag that a misspelled or foreign one stands for.
  func otherName(of name: String) -> String? {
    let foreign = ["int": "integer", "number": "integer", "str": "string", "text": "string"]
    return foreign[name.lowercased()] ?? Spelling.onlyClosest(to: name, among: Self.tags)
  }

  /// Writes another name into a start tag, and into its end tag if that is the next one.
  func rename(_ name: String, _ other: String, at open: Int) -> FixIt {
    let place = open + 1..<open + 1 + name.utf8.count
    var edits = [FixIt.Edit(span(place), with: other)]
    let end = bytes[place.upperBound...].firstIndex(of: 0x3C) ?? bytes.count
    if bytes[end...].starts(with: "</\(name)>".utf8) {
      edits.append(.init(span(end + 2..<end + 2 + name.utf8.count), with: other))
    }
    return FixIt("Write <\(other)>", edits)
  }

  private static let tags = ["array", "dict", "key", "string", "integer", "true", "false"]

  /// Corrects the name in an end tag such as `</String>` or `</strng>`.
  func endTag(of name: String, insteadOf other: String, at range: Range<Int>) -> FixIt? {
    let isSlip =
      other.lowercased() == name || Spelling.closest(to: other.lowercased(), among: [name]) != nil
    return isSlip ? writing(name, insteadOf: other, at: range) : nil
  }

  /// Adds the `/` that turns a start tag into an end tag.
  func endTag(_ name: String, at tag: Range<Int>) -> FixIt {
    let slash = tag.lowerBound + 1
    return FixIt("Write </\(name)>", at: span(slash..<slash), with: "/")
  }

  /// Replaces the typographic quotes in a tag with straight ones.
  func straightQuotes(_ places: [Int]) -> FixIt {
    FixIt("Write straight quotes", places.map { .init(span($0..<$0 + 3), with: "\"") })
  }
}
