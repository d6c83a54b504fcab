internal import SQLScriptsDiagnostics

/// How mistakes in JSON are corrected, each only where one thing can be meant.
extension JSONReader {
  /// A fix-it of many edits takes far more memory than the file, so a text that needs more of them gets none.
  static let maximumEdits = 1000

  func deletion(_ message: String, of range: Range<Int>) -> FixIt {
    FixIt(message, at: span(range), with: "")
  }

  /// The comma between two items, where a line ends between them and what follows cannot be the rest of
  /// the text before: `"INSERT INTO a "` above `"VALUES (1)"` may be one statement.
  func missingComma(before next: Int, inDictionary: Bool) -> FixIt? {
    guard bytes[lastEnd..<next].contains(where: isLineEnd),
      [0x22, 0x5B, 0x7B].contains(bytes[next]), builder.document.nodes.last?.kind != .null
    else { return nil }
    let isLine = builder.containers.count > 1 && builder.document.nodes.last?.kind == .string
    guard inDictionary || isLine || bytes[next] != 0x22 || beginsStatement(at: next + 1) else {
      return nil
    }
    return FixIt("Add a comma", at: span(lastEnd..<lastEnd), with: ",")
  }

  // SELECT, VALUES and WITH go on with an INSERT or a CREATE, too.
  private func beginsStatement(at start: Int) -> Bool {
    let word = bytes[start...].prefix(12).prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    let starters = ["CREATE", "ALTER", "INSERT", "UPDATE", "DELETE", "DROP", "REPLACE", "PRAGMA"]
    return starters.contains(String(decoding: word, as: UTF8.self).uppercased())
  }

  /// Moves a comment that has its line for itself into the statement below it, where it is a comment
  /// of SQL. Only in a plain list: elsewhere a text need not be SQL.
  ///
  /// - Parameter next: where the statement starts.
  func movedComment(_ range: Range<Int>, into next: Int) -> FixIt? {
    guard expectation == .firstItem || expectation == .item, builder.containers.count == 1,
      builder.containers.last?.isDictionary == false
    else { return nil }
    var start = range.lowerBound
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    var end = endOfBlanks(from: range.upperBound)
    guard start > 0, isLineEnd(bytes[start - 1]), end < bytes.count, isLineEnd(bytes[end]) else {
      return nil
    }
    end += bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1
    guard next < bytes.count, bytes[next] == 0x22, let text = commentText(range) else { return nil }
    return FixIt(
      "Move the comment into the statement",
      [.init(span(start..<end), with: ""), .init(span(next + 1..<next + 1), with: text)])
  }

  /// A comment as one of SQL, written as a part of a JSON text.
  private func commentText(_ range: Range<Int>) -> String? {
    if bytes[range].starts(with: "/*".utf8) {
      guard range.count >= 4, bytes[range.upperBound - 1] == 0x2F else { return nil }
      return JSONText.escaped(String(decoding: bytes[range], as: UTF8.self)) + " "
    }
    let marks = bytes[range].prefix { $0 == 0x2F || $0 == 0x23 || $0 == 0x2D }.count
    let words = String(decoding: bytes[range.dropFirst(marks)], as: UTF8.self)
    let space = words.hasPrefix(" ") || words.isEmpty ? "" : " "
    return JSONText.escaped("--\(space)\(words)\n")
  }

  /// Other quotes around a text, where there is none of them in it.
  func straightQuotes(opening: Range<Int>, closing: Range<Int>) -> FixIt? {
    let content = opening.upperBound..<closing.lowerBound
    guard bytes[content].allSatisfy({ $0 >= 0x20 && $0 != 0x5C }),
      !holdsQuote(like: bytes[opening], in: content)
    else { return nil }
    let inside = Array(
      content.lazy.filter { bytes[$0] == 0x22 }.prefix(Self.maximumEdits + 1))
    guard inside.count <= Self.maximumEdits else { return nil }
    return FixIt(
      "Write double quotes",
      [.init(span(opening), with: "\"")] + inside.map { .init(span($0..<$0), with: "\\") }
        + [.init(span(closing), with: "\"")])
  }

  private func holdsQuote(
    like quote: Slice<UnsafeBufferPointer<UInt8>>, in content: Range<Int>
  ) -> Bool {
    if quote.count == 1 { return bytes[content].contains(0x27) }
    return content.contains { endOfTypographicQuote(at: $0) != nil }
  }

  /// The end of `“`, `”`, `„` or the full-width `＂` at a place.
  func endOfTypographicQuote(at place: Int) -> Int? {
    guard place + 3 <= bytes.count else { return nil }
    switch (bytes[place], bytes[place + 1], bytes[place + 2]) {
    case (0xE2, 0x80, 0x9C...0x9F), (0xEF, 0xBC, 0x82): return place + 3
    default: return nil
    }
  }

  /// The quotes inside a text that has its line for itself: from the first quote of the line to the last
  /// it can only be one text.
  func escapedQuotes(closing: Int) -> FixIt? {
    guard let node = builder.document.nodes.last, node.kind == .string else { return nil }
    let opening = Int(node.start)
    let line = builder.document.source.line(around: opening)
    guard bytes[opening] == 0x22, line.contains(closing),
      bytes[line.lowerBound..<opening].allSatisfy(TextCheck.isBlank),
      !bytes[closing + 1..<line.upperBound].contains(0x22)
    else { return nil }
    var edits: [FixIt.Edit] = []
    var at = opening + 1
    while at < closing {
      guard edits.count < Self.maximumEdits else { return nil }
      if bytes[at] == 0x22 { edits.append(.init(span(at..<at), with: "\\")) }
      at += bytes[at] == 0x5C ? 2 : 1
    }
    return at == closing ? FixIt("Write a backslash before the quotes", edits) : nil
  }

  /// One quote at each end of a text between three, and codes for what stands in it.
  func textOfTripleQuotes(opening: Range<Int>, closing: Range<Int>) -> FixIt? {
    let content = opening.upperBound..<closing.lowerBound
    let isPlain = bytes[content].allSatisfy { $0 >= 0x20 && $0 != 0x5C || isLineEnd($0) }
    guard isPlain else { return nil }
    let text = String(decoding: bytes[content], as: UTF8.self)
    return FixIt(
      "Write it as one JSON text", at: span(opening.lowerBound..<closing.upperBound),
      with: "\"\(JSONText.escaped(text))\"")
  }

  /// Line ends in a text, as codes.
  func escapedLineEnds(_ places: [Int]) -> FixIt? {
    guard places.count <= Self.maximumEdits else { return nil }
    var edits: [FixIt.Edit] = []
    for place in places {
      // The CR before it has taken it along.
      if bytes[place] == 0x0A, place > 0, bytes[place - 1] == 0x0D { continue }
      let count = bytes[place...].starts(with: [0x0D, 0x0A]) ? 2 : 1
      edits.append(.init(span(place..<place + count), with: "\\n"))
    }
    return FixIt("Write \\n where the line breaks", edits)
  }

  func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Whether a full-width `，` or `：` stands at a place.
  func isFullwidth(_ ascii: UInt8, at place: Int) -> Bool {
    bytes[place...].starts(with: [0xEF, 0xBC, ascii + 0x60])
  }
}
