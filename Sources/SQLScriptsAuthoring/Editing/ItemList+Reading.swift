import SQLScriptsFiles
import SQLScriptsSQL

extension ItemList {
  /// Nil for a binary property list, and for a file without a list of statements.
  init?(_ script: Script) {
    guard !script.document.source.isBinaryPropertyList else { return nil }
    switch script.file.format {
    case .sql: self.init(sql: script)
    case .json, .plist:
      guard let list = script.document.statementList else { return nil }
      let items = script.document.children(of: list).map {
        script.document.span(of: script.document.nodes[$0]).range
      }
      let whole = script.document.span(of: script.document.nodes[list]).range
      let bytes = Array(script.document.source.bytes)
      if script.file.format == .json {
        self.init(json: bytes, whole, items)
      } else {
        self.init(plist: bytes, whole, items)
      }
    }
  }

  private init?(json bytes: [UInt8], _ list: Range<Int>, _ items: [Range<Int>]) {
    guard list.count >= 2 else { return nil }
    var pieces: [Piece] = []
    var at = list.lowerBound + 1
    for item in items {
      // Between two values there is nothing but whitespace and one comma.
      let gap = bytes[at..<item.lowerBound]
      let comma = pieces.isEmpty ? at : (gap.firstIndex(of: UInt8(ascii: ",")) ?? at)
      if !pieces.isEmpty { pieces[pieces.count - 1].trail = Array(bytes[at..<comma]) }
      let lead = pieces.isEmpty ? at : min(comma + 1, item.lowerBound)
      pieces.append(
        Piece(lead: Array(bytes[lead..<item.lowerBound]), body: Array(bytes[item]), trail: []))
      at = item.upperBound
    }
    self.init(
      prefix: Array(bytes[...list.lowerBound]), pieces: pieces, suffix: Array(bytes[at...]),
      separator: [UInt8(ascii: ",")])
  }

  private init?(plist bytes: [UInt8], _ list: Range<Int>, _ items: [Range<Int>]) {
    guard let tag = bytes[list].firstIndex(of: UInt8(ascii: ">")) else { return nil }
    // `<array/>` becomes a pair of tags as soon as something is inside.
    if bytes[tag - 1] == UInt8(ascii: "/") {
      self.init(
        prefix: Array(bytes[..<list.lowerBound]) + Array("<array>".utf8), pieces: [],
        suffix: bytes[..<list.lowerBound].lastLineBlanks + Array("</array>".utf8)
          + Array(bytes[list.upperBound...]), separator: [])
      return
    }
    var pieces: [Piece] = []
    var at = tag + 1
    for item in items {
      if !pieces.isEmpty {
        let end = Self.endOfComment(onLineFrom: at, to: item.lowerBound, in: bytes)
        pieces[pieces.count - 1].trail = Array(bytes[at..<end])
        at = end
      }
      pieces.append(
        Piece(lead: Array(bytes[at..<item.lowerBound]), body: Array(bytes[item]), trail: []))
      at = item.upperBound
    }
    if !pieces.isEmpty {
      let end = Self.endOfComment(onLineFrom: at, to: list.upperBound, in: bytes)
      pieces[pieces.count - 1].trail = Array(bytes[at..<end])
      at = end
    }
    self.init(
      prefix: Array(bytes[...tag]), pieces: pieces, suffix: Array(bytes[at...]), separator: [])
  }

  /// A comment behind an item on its line belongs to it.
  private static func endOfComment(
    onLineFrom start: Int, to end: Int, in bytes: [UInt8]
  ) -> Int {
    guard let open = bytes[start..<end].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
      bytes[open...].starts(with: "<!--".utf8)
    else { return start }
    let closing = Array("-->".utf8)
    var at = open + 4
    while at + 3 <= end, !bytes[at...].starts(with: closing) { at += 1 }
    return at + 3 <= end ? at + 3 : start
  }

  private init(sql script: Script) {
    let bytes = Array(script.document.source.bytes)
    let text = SQLFileText(bytes)
    let chunks = text.chunks.filter(\.isStatement)
    let start = chunks.first?.start ?? bytes.count
    var pieces: [Piece] = []
    for (index, chunk) in chunks.enumerated() {
      let from = index == 0 ? chunk.start : chunks[index - 1].end
      pieces.append(
        Piece(
          lead: Array(bytes[from..<chunk.start]), body: Array(bytes[chunk.start..<chunk.end]),
          trail: []))
    }
    self.init(
      prefix: Array(bytes[..<start]), pieces: pieces,
      suffix: Array(bytes[(chunks.last?.end ?? start)...]), separator: [])
  }
}

extension ArraySlice<UInt8> {
  /// The line end and the indentation before the end of a text.
  fileprivate var lastLineBlanks: [UInt8] {
    let line = Array(self).lastLine
    return line.allSatisfy(\.isBlank) ? line : [0x0A]
  }
}

extension Document {
  /// The index of the list of statements; nil if there is none.
  var statementList: Int? {
    guard let root = nodes.first else { return nil }
    if root.kind == .array { return 0 }
    guard let list = value(of: ScriptKey.statements.name, in: 0) else { return nil }
    return nodes[list].kind == .array ? list : nil
  }

  /// The index of the value of a key; nil if the node is not a dictionary or does not have the key.
  func value(of name: String, in dictionary: Int) -> Int? {
    guard nodes.indices.contains(dictionary), nodes[dictionary].kind == .dictionary else {
      return nil
    }
    let entries = children(of: dictionary)
    for place in stride(from: 0, to: entries.count - 1, by: 2)
    where string(of: nodes[entries[place]]) == name {
      return entries[place + 1]
    }
    return nil
  }
}
