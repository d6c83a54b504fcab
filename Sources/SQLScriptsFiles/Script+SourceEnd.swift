extension Script {
  /// The offset in the file after the last character of a part of the decoded text, including its escape or entity. The
  /// text after it may belong to another segment of the map.
  package func sourceEnd(of range: Range<Int>) -> Int {
    var last = range.upperBound - 1
    while last > range.lowerBound, document.text[last] & 0xC0 == 0x80 { last -= 1 }
    return endOfCharacter(at: document.sourceOffset(of: last), readAs: last)
  }

  /// The end of the character in the file that was decoded to the one at an offset.
  private func endOfCharacter(at place: Int, readAs decoded: Int) -> Int {
    let written = document.source.bytes.dropFirst(place).prefix(64)
    let plain = place + UTF8.width(ofFirstByte: document.text[decoded])
    if document.source.isBinaryPropertyList { return plain }
    switch (file.format, written.first) {
    case (.json, UInt8(ascii: "\\")):
      guard written.dropFirst().first == UInt8(ascii: "u") else { return place + 2 }
      // Characters beyond U+FFFF need two of them.
      return place + (document.text[decoded] >= 0xF0 ? 12 : 6)
    case (.plist, 0x0D):
      return place + (written.dropFirst().first == 0x0A ? 2 : 1)
    case (.plist, UInt8(ascii: "&")) where isInCDATA(place..<place + 1) == false:
      return written.firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? plain
    default: return plain
    }
  }

  /// Whether bytes of a property list are in a CDATA section; nil if they contain markup.
  package func isInCDATA(_ range: Range<Int>) -> Bool? {
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

  /// The text node that contains bytes.
  package func node(around range: Range<Int>) -> Node? {
    var low = 0
    var high = document.nodes.count
    // Offsets ascend, because a container comes before its children.
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

extension UTF8 {
  /// The number of bytes of a character with this first byte.
  fileprivate static func width(ofFirstByte byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }
}
