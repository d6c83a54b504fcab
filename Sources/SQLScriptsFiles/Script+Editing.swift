package import SQLScriptsDiagnostics

extension Script {
  /// The edit of the file that puts another text in the place of a part of the decoded text: written as
  /// the place needs it, with the escapes of JSON and the entities of a property list.
  ///
  /// Nil where the part is not one run of bytes in the file: it goes over the end of a line of a list of
  /// lines, a comment of XML or the edge of a CDATA section, or the file is a binary property list.
  package func edit(_ range: Range<Int>, with text: String) -> FixIt.Edit? {
    guard let written = sourceRange(of: range) else { return nil }
    let bytes = document.source.bytes[written]
    let span = SourceSpan(file: document.source, range: written)
    switch file.format {
    case .sql: return FixIt.Edit(span, with: text)
    case .json:
      // A bare quote inside is the end of one text and the start of another.
      var isEscaped = false
      for byte in bytes {
        if byte == UInt8(ascii: "\""), !isEscaped { return nil }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      }
      return FixIt.Edit(span, with: JSONText.escaped(text))
    case .plist:
      guard let isVerbatim = isInCDATA(written) else { return nil }
      if isVerbatim {
        // The brackets before it could make the end of the section of a “>”.
        let joins = text.utf8.contains(UInt8(ascii: ">")) || text.utf8.contains(UInt8(ascii: "]"))
        return joins ? nil : FixIt.Edit(span, with: text)
      }
      return FixIt.Edit(span, with: text.escapedForXML)
    }
  }

  /// The bytes that a part of the decoded text was written as.
  private func sourceRange(of range: Range<Int>) -> Range<Int>? {
    guard !isBinary else { return nil }
    let start = document.sourceOffset(of: range.lowerBound)
    guard !range.isEmpty else { return start..<start }
    let end = sourceEnd(of: range)
    guard start < end, end <= document.source.bytes.count else { return nil }
    return start..<end
  }

  private var isBinary: Bool { document.source.bytes.starts(with: "bplist".utf8) }

  /// Where in the file the last character of a part of the decoded text ends, with its escape or entity.
  /// What comes after it may belong to another segment of the map.
  func sourceEnd(of range: Range<Int>) -> Int {
    var last = range.upperBound - 1
    while last > range.lowerBound, document.text[last] & 0xC0 == 0x80 { last -= 1 }
    return endOfCharacter(at: document.sourceOffset(of: last), readAs: last)
  }

  /// Where the character ends that stands at a place in the file and was read as the one at another.
  private func endOfCharacter(at place: Int, readAs decoded: Int) -> Int {
    let written = document.source.bytes.dropFirst(place).prefix(64)
    let plain = place + UTF8.width(ofFirstByte: document.text[decoded])
    if isBinary { return plain }
    switch (file.format, written.first) {
    case (.json, UInt8(ascii: "\\")):
      guard written.dropFirst().first == UInt8(ascii: "u") else { return place + 2 }
      // Beyond U+FFFF it takes two of them.
      return place + (document.text[decoded] >= 0xF0 ? 12 : 6)
    case (.plist, 0x0D):
      return place + (written.dropFirst().first == 0x0A ? 2 : 1)
    case (.plist, UInt8(ascii: "&")) where isInCDATA(place..<place + 1) == false:
      return written.firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? plain
    default: return plain
    }
  }

  /// Whether bytes of a property list stand in a CDATA section; nil if markup is among them.
  private func isInCDATA(_ range: Range<Int>) -> Bool? {
    guard let node = node(around: range) else { return nil }
    let bytes = document.source.bytes
    var at = Int(node.start)
    var section: Int?
    while at < range.lowerBound {
      let rest = bytes[at..<range.lowerBound]
      if section == nil, rest.starts(with: "<![CDATA[".utf8) {
        at += 9
        section = at
      } else if section != nil, rest.starts(with: "]]>".utf8) {
        at += 3
        section = nil
      } else {
        at += 1
      }
    }
    let written = bytes[range]
    if section == nil { return written.contains(UInt8(ascii: "<")) ? nil : false }
    let ending = Array("]]>".utf8)
    for place in written.indices where bytes[place...].starts(with: ending) { return nil }
    return true
  }

  /// The text in whose element bytes stand.
  private func node(around range: Range<Int>) -> Node? {
    var low = 0
    var high = document.nodes.count
    // Starts ascend, as a container stands before what it holds.
    while low < high {
      let middle = (low + high) / 2
      if Int(document.nodes[middle].start) <= range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return nil }
    let node = document.nodes[low - 1]
    return node.kind == .string && range.upperBound <= Int(node.end) ? node : nil
  }
}

extension String {
  /// As it stands in an element of XML.
  fileprivate var escapedForXML: String {
    var written = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": written += "&amp;"
      case "<": written += "&lt;"
      // After ]] it would be an error.
      case ">": written += "&gt;"
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written
  }
}

extension UTF8 {
  /// How many bytes a character has that begins with this one.
  fileprivate static func width(ofFirstByte byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }
}
