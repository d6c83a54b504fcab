import SQLScriptsFiles
import SQLScriptsSQL

extension ItemList {
  /// Nil for a binary property list, and for a file without a list of statements or without its start.
  init?(_ script: Script) {
    let document = script.document
    guard !document.source.isBinaryPropertyList, !document.lacksStart else { return nil }
    guard script.file.format != .sql else {
      self.init(sql: script)
      return
    }
    guard let list = document.statementList else { return nil }
    self.init(script, node: list)
  }

  /// The elements of an array in a property list or in JSON.
  init?(_ script: Script, node: Int) {
    let document = script.document
    let items = document.children(of: node).map { document.span(of: document.nodes[$0]).range }
    let whole = document.span(of: document.nodes[node]).range
    let bytes = Array(document.source.bytes)
    if script.file.format == .json {
      self.init(json: bytes, whole, items)
    } else {
      self.init(plist: bytes, whole, items)
    }
  }

  private init?(json bytes: [UInt8], _ list: Range<Int>, _ items: [Range<Int>]) {
    guard list.count >= 2 else { return nil }
    let open = list.lowerBound + 1
    guard let first = items.first, let last = items.last else {
      self.init(
        prefix: Array(bytes[..<open]), suffix: Array(bytes[open...]), newGap: [])
      return
    }
    let head = bytes[open..<first.lowerBound]
    self.init(
      bytes, head: open..<first.lowerBound, items, suffix: last.upperBound,
      newGap: [UInt8(ascii: ",")] + (head.contains(0x0A) ? Array(head) : [0x20]))
  }

  private init?(plist bytes: [UInt8], _ list: Range<Int>, _ items: [Range<Int>]) {
    guard let tag = bytes[list].firstIndex(of: UInt8(ascii: ">")) else { return nil }
    // `<array/>` becomes a pair of tags as soon as something is inside.
    if bytes[tag - 1] == UInt8(ascii: "/") {
      self.init(
        prefix: Array(bytes[..<list.lowerBound]) + Array("<array>".utf8),
        suffix: bytes[..<list.lowerBound].lastLineBlanks + Array("</array>".utf8)
          + Array(bytes[list.upperBound...]), newGap: [])
      return
    }
    var places: [Range<Int>] = []
    var at = tag + 1
    for item in items {
      if places.isEmpty { at = Self.endOfHeader(from: at, to: item.lowerBound, in: bytes) }
      let start = bytes[at..<item.lowerBound].firstIndex { !$0.isBlank } ?? item.lowerBound
      let end = Self.endOfComments(onLineFrom: item.upperBound, to: list.upperBound, in: bytes)
      places.append(start..<end)
      at = end
    }
    guard let first = places.first?.lowerBound else {
      // Comments in the list come before the first statement.
      let tail = bytes[at..<list.upperBound].lastIndex(of: UInt8(ascii: "<")) ?? list.upperBound
      let end = bytes[at..<tail].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? at
      let blanks = bytes[at..<end].prefix { $0.isBlank }
      self.init(
        prefix: Array(bytes[..<end]), suffix: Array(bytes[end...]), newGap: Array(blanks).lastLine)
      return
    }
    let head = Array(bytes[(tag + 1)..<first])
    self.init(bytes, head: (tag + 1)..<first, places, suffix: at, newGap: head.lastLine)
  }

  /// Comments before the first item belong to the file if a blank line follows them.
  private static func endOfHeader(from start: Int, to end: Int, in bytes: [UInt8]) -> Int {
    var (at, last) = (start, start)
    let closing = Array("-->".utf8)
    while at + 3 <= end {
      guard bytes[at..<end].starts(with: closing) else {
        at += 1
        continue
      }
      at += 3
      if bytes[at..<end].prefix(while: \.isBlank).count(where: { $0 == 0x0A }) > 1 { last = at }
    }
    return last
  }

  /// Comments behind an item on its line belong to it.
  private static func endOfComments(
    onLineFrom start: Int, to end: Int, in bytes: [UInt8]
  ) -> Int {
    var last = start
    while true {
      let next = endOfComment(onLineFrom: last, to: end, in: bytes)
      if next == last { return last }
      last = next
    }
  }

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
    let source = script.document.source
    let bytes = Array(source.bytes)
    let mark = source.hasByteOrderMark ? 3 : 0
    let text = SQLFileText(bytes.dropFirst(mark))
    var chunks = text.chunks.filter(\.isStatement).map { chunk in
      var end = chunk.end + mark
      if chunk.semicolonEnd == bytes.count - mark, !chunk.isOpen {
        // Without a `;`, the last one contains the line end of the file.
        while bytes[end - 1].isBlank { end -= 1 }
      } else if bytes[end - 1] == 0x0D {
        // A comment ends at the line feed, and so contains the carriage return before it.
        end -= 1
      }
      return chunk.start + mark..<end
    }
    if let first = chunks.first {
      let start = text.endOfComment(ofFileFrom: first.lowerBound - mark) + mark
      chunks[0] = max(start, first.lowerBound)..<first.upperBound
    }
    let newGap = EditedStyle(bytes, .sql).lineEnd
    guard let first = chunks.first, let last = chunks.last else {
      self.init(prefix: bytes, suffix: [], newGap: newGap)
      return
    }
    self.init(
      bytes, head: first.lowerBound..<first.lowerBound, chunks, suffix: last.upperBound,
      newGap: newGap)
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
