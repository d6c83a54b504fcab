import SQLScriptsFiles
import SQLScriptsSQL

extension EditedScript {
  /// The file with another description, on one line. An empty one takes the key with it.
  package func describing(_ text: String) throws(Refusal) -> [UInt8] {
    let lines = text.split(whereSeparator: \.isNewline).joined(separator: " ").utf8
    let trimmed = lines.drop { $0.isBlank }.reversed().drop { $0.isBlank }.reversed()
    let words = String(decoding: trimmed, as: UTF8.self)
    guard !(script.summary ?? "").hasSameBytes(as: words) else { return bytes }
    if words.isEmpty, let bytes = try? checked(withoutDescription, statements: nil, isSame: isSame)
    {
      return bytes
    }
    return try checked(described(as: words), statements: nil) { $0.summary ?? "" == words }
  }

  private func described(as words: String) -> [UInt8] {
    let key = ScriptKey.description.name
    if file.format == .sql {
      let header = Array("-- \(key): \(words)".utf8)
      if let line = headerLine(key) { return replacing(line, with: header) }
      let mark = source.hasByteOrderMark ? 3 : 0
      return replacing(mark..<mark, with: header + style.lineEnd)
    }
    guard let value = script.document.value(of: key, in: 0) else {
      return inserting(key, written(words))
    }
    return replacing(
      script.document.span(of: script.document.nodes[value]).range, with: written(words))
  }

  private var withoutDescription: [UInt8] {
    let key = ScriptKey.description.name
    guard file.format == .sql else { return removing(key) }
    guard let line = headerLine(key) else { return bytes }
    let end = bytes[line.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    return replacing(line.lowerBound..<end, with: [])
  }

  /// Whether a script is this one without its description. A second line that sets it would count from then on.
  private func isSame(_ other: ScriptContent) -> Bool {
    var wanted = ScriptContent(script)
    (wanted.summary, wanted.items) = (nil, other.items)
    return other == wanted
  }
}
