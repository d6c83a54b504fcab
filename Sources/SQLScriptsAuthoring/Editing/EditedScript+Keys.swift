import SQLScriptsFiles
import SQLScriptsReporting

/// Keys of the whole script.
extension EditedScript {
  /// The file of a default script that has the key, with another version.
  package func creating(version: Int64) throws(Refusal) -> [UInt8] {
    let key = ScriptKey.version.name
    let bytes: [UInt8]
    if file.format == .sql, let line = headerLine(key) {
      bytes = replacing(line, with: Array("-- \(key): \(version)".utf8))
    } else if let value = script.document.value(of: key, in: 0) {
      let span = script.document.span(of: script.document.nodes[value]).range
      bytes = replacing(
        span,
        with: Array((file.format == .json ? "\(version)" : "<integer>\(version)</integer>").utf8))
    } else {
      throw .unwritable
    }
    var wanted = ScriptContent(script)
    wanted.version = version == 1 ? nil : version
    return try checked(bytes, statements: nil) { content in
      wanted.items = content.items
      return content == wanted
    }
  }

  /// The queries that must find no row before the first statement.
  package var requirements: [String] { script.require.map { script.text($0.text) } }

  /// The file with further queries that must find no row before the first statement.
  package func requiring(_ queries: [String]) throws(Refusal) -> [UInt8] {
    guard !queries.isEmpty else { return Array(source.bytes) }
    guard file.format != .sql else { throw .notInSQL }
    let known = requirements
    let key = ScriptKey.require.name
    let new = queries.map { written($0) }
    let bytes: [UInt8]
    if let value = script.document.value(of: key, in: 0) {
      guard var list = ItemList(script, node: value) else { throw .unwritable }
      list.insert(new, at: list.items.count, style)
      bytes = list.bytes
    } else {
      let (open, close) = file.format == .json ? ("[", "]") : ("<array>", "</array>")
      let separator = file.format == .json ? [UInt8(ascii: ",")] : []
      let rows = new.map { style.line(2) + $0 }
      bytes = inserting(
        key,
        Array(open.utf8) + Array(rows.joined(separator: separator)) + style.line(1)
          + Array(close.utf8))
    }
    return try checked(bytes, statements: nil) { $0.require.map(\.sql) == known + queries }
  }

  /// The file without one of the queries that must find no row before the first statement. The last one takes the key with
  /// it.
  ///
  /// - Parameter number: its number, from one.
  package func removingRequirement(_ number: Int) throws(Refusal) -> [UInt8] {
    var known = requirements
    guard number > 0, number <= known.count,
      let value = script.document.value(of: ScriptKey.require.name, in: 0),
      var list = ItemList(script, node: value), list.items.count == known.count
    else { throw .unwritable }
    list.remove(at: number - 1)
    known.remove(at: number - 1)
    let bytes = known.isEmpty ? removing(ScriptKey.require.name) : list.bytes
    return try checked(bytes, statements: nil) { $0.require.map(\.sql) == known }
  }

  /// The bytes without a key and its value, and without the line breaks and the comma before it, or behind the first one.
  ///
  /// - Parameter dictionary: the one that has the key; the root by default.
  func removing(_ key: String, in dictionary: Int = 0) -> [UInt8] {
    let (document, bytes) = (script.document, Array(source.bytes))
    let entries = document.children(of: dictionary)
    guard
      let place = stride(from: 0, to: entries.count - 1, by: 2).first(where: {
        document.string(of: document.nodes[entries[$0]]) == key
      })
    else { return bytes }
    let span = { (entry: Int) in document.span(of: document.nodes[entries[entry]]).range }
    let isLast = place + 2 == entries.count
    if file.format == .json, isLast, place > 0 {
      return Array(bytes[..<span(place - 1).upperBound] + bytes[span(place + 1).upperBound...])
    }
    if file.format == .json, !isLast, place == 0 {
      let start = document.span(of: document.nodes[dictionary]).range.lowerBound + 1
      let comma = bytes[span(1).upperBound...].firstIndex(of: UInt8(ascii: ","))
      return Array(bytes[..<start] + bytes[(comma.map { $0 + 1 } ?? span(2).lowerBound)...])
    }
    if file.format == .json, !isLast {
      return Array(bytes[..<span(place).lowerBound] + bytes[span(place + 2).lowerBound...])
    }
    let blanks = bytes[..<span(place).lowerBound].reversed().prefix { $0.isBlank }.count
    return Array(
      bytes[..<(span(place).lowerBound - blanks)] + bytes[span(place + 1).upperBound...])
  }

  func replacing(_ range: Range<Int>, with new: [UInt8]) -> [UInt8] {
    let bytes = Array(source.bytes)
    return Array(bytes[..<range.lowerBound]) + new + Array(bytes[range.upperBound...])
  }

  /// Writes a key before the others. A file that is only a list of statements becomes one with keys.
  func inserting(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let bytes = Array(source.bytes)
    let root = script.document.nodes.first.map { script.document.span(of: $0).range } ?? 0..<0
    let isList = script.document.nodes.first?.kind == .array
    let statements = ScriptKey.statements.name
    switch file.format {
    case .sql: return bytes
    case .json:
      let member = Array("\"\(key)\": ".utf8) + value
      guard isList else {
        let rest = bytes[(root.lowerBound + 1)...]
        let isEmpty = rest.first { !$0.isBlank } == UInt8(ascii: "}")
        return Array(bytes[...root.lowerBound]) + style.line(1) + member + (isEmpty ? [] : [0x2C])
          + Array(rest)
      }
      let head = [UInt8(ascii: "{")] + style.line(1) + member + [0x2C]
      return replacing(
        root,
        with: head + style.line(1) + Array("\"\(statements)\": ".utf8) + Array(bytes[root])
          + style.lineEnd + Array("}".utf8))
    case .plist:
      let entry = Array("<key>\(key)</key>".utf8) + style.line(1) + value
      guard isList else {
        guard let tag = bytes[root].firstIndex(of: UInt8(ascii: ">")) else { return bytes }
        return Array(bytes[...tag]) + style.line(1) + entry + Array(bytes[(tag + 1)...])
      }
      let head = Array("<dict>".utf8) + style.line(1) + entry + style.line(1)
      return replacing(
        root,
        with: head + Array("<key>\(statements)</key>".utf8) + style.line(1) + Array(bytes[root])
          + style.lineEnd + Array("</dict>".utf8))
    }
  }

  /// The line before the statements of a .sql file that sets a key, without its end.
  func headerLine(_ key: String) -> Range<Int>? {
    let bytes = Array(source.bytes)
    let mark = source.hasByteOrderMark ? 3 : 0
    var at = mark
    // Comments may lie between the keys.
    while at < bytes.count {
      let next = bytes[at...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let line = bytes[at..<next]
      let words = line.drop { $0.isBlank }
      guard words.isEmpty || words.starts(with: "--".utf8) else { return nil }
      if Self.key(of: line) == key {
        return at..<next - line.reversed().prefix { $0 == 0x0A || $0 == 0x0D }.count
      }
      at = next
    }
    return nil
  }

  /// The key that a line of a .sql file sets, however it is spaced.
  private static func key(of line: ArraySlice<UInt8>) -> String? {
    let text = line.drop { $0.isBlank }
    guard text.starts(with: "--".utf8), let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    let name = text[..<colon].dropFirst(2).drop { $0.isBlank }
    return String(decoding: name.reversed().drop { $0.isBlank }.reversed(), as: UTF8.self)
  }
}
