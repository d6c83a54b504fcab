import SQLScriptsFiles
import SQLScriptsReporting

/// Keys of the whole script.
extension EditedScript {
  /// The file with another description; nil deletes none, but writes an empty one.
  package func describing(_ text: String) throws(Refusal) -> [UInt8] {
    let words = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let key = ScriptKey.description.name
    let bytes: [UInt8]
    if file.format == .sql {
      bytes = describingSQL(words)
    } else if let value = script.document.value(of: key, in: 0) {
      let span = script.document.span(of: script.document.nodes[value]).range
      bytes = replacing(span, with: written(words))
    } else {
      bytes = inserting(key, written(words))
    }
    return try checked(bytes, statements: nil) { $0.summary ?? "" == words }
  }

  /// The file with further queries that must find no row before the first statement.
  package func requiring(_ queries: [String]) throws(Refusal) -> [UInt8] {
    guard file.format != .sql else { throw .notInSQL }
    guard !queries.isEmpty else { return Array(source.bytes) }
    let known = script.require.map { script.text($0.text) }
    let key = ScriptKey.require.name
    let bytes: [UInt8]
    if let value = script.document.value(of: key, in: 0),
      let last = script.document.children(of: value).last
    {
      let end = script.document.span(of: script.document.nodes[last]).range.upperBound
      let separator = file.format == .json ? [UInt8(ascii: ",")] : []
      let rows = queries.flatMap { separator + indentation(2) + written($0) }
      bytes = replacing(end..<end, with: rows)
    } else {
      let (open, close) = file.format == .json ? ("[", "]") : ("<array>", "</array>")
      let rows = queries.map { indentation(2) + written($0) }
      let separator = file.format == .json ? [UInt8(ascii: ",")] : []
      bytes = inserting(
        key,
        Array(open.utf8) + Array(rows.joined(separator: separator)) + indentation(1)
          + Array(close.utf8))
    }
    return try checked(bytes, statements: nil) { $0.require.map(\.sql) == known + queries }
  }

  private func replacing(_ range: Range<Int>, with new: [UInt8]) -> [UInt8] {
    let bytes = Array(source.bytes)
    return Array(bytes[..<range.lowerBound]) + new + Array(bytes[range.upperBound...])
  }

  /// A line end and the indentation of a level.
  private func indentation(_ level: Int) -> [UInt8] {
    let unit: [UInt8] = file.format == .json ? [0x20, 0x20] : [0x09]
    return [0x0A] + [[UInt8]](repeating: unit, count: level).joined()
  }

  /// Writes a key before the others. A file that is only a list of statements becomes one with keys.
  private func inserting(_ key: String, _ value: [UInt8]) -> [UInt8] {
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
        return Array(bytes[...root.lowerBound]) + indentation(1) + member + (isEmpty ? [] : [0x2C])
          + Array(rest)
      }
      let head = [UInt8(ascii: "{")] + indentation(1) + member + [0x2C]
      return replacing(
        root,
        with: head + indentation(1) + Array("\"\(statements)\": ".utf8) + Array(bytes[root])
          + Array("\n}".utf8))
    case .plist:
      let entry = Array("<key>\(key)</key>".utf8) + indentation(1) + value
      guard isList else {
        guard let tag = bytes[root].firstIndex(of: UInt8(ascii: ">")) else { return bytes }
        return Array(bytes[...tag]) + indentation(1) + entry + Array(bytes[(tag + 1)...])
      }
      let head = Array("<dict>".utf8) + indentation(1) + entry + indentation(1)
      return replacing(
        root,
        with: head + Array("<key>\(statements)</key>".utf8) + indentation(1) + Array(bytes[root])
          + Array("\n</dict>".utf8))
    }
  }

  private func describingSQL(_ words: String) -> [UInt8] {
    let bytes = Array(source.bytes)
    let header = Array("-- \(ScriptKey.description.name): ".utf8)
    let end = SQLFileText(bytes).headerEnd
    var at = 0
    while at < end {
      let next = bytes[at...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      if bytes[at..<next].starts(with: header) {
        let tail = bytes[at..<next].suffix(while: { $0 == 0x0A || $0 == 0x0D })
        return replacing(at..<next, with: header + Array(words.utf8) + tail)
      }
      at = next
    }
    return header + Array(words.utf8) + [0x0A] + bytes
  }
}

extension Collection {
  fileprivate func suffix(while isIncluded: (Element) -> Bool) -> [Element]
  where Self: BidirectionalCollection {
    Array(reversed().prefix(while: isIncluded).reversed())
  }
}
