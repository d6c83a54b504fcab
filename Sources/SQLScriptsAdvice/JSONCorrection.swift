import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// Corrects mistakes in JSON that have only one possible correction.
struct JSONCorrection {
  let source: SourceFile
  let bytes: SourceBytes

  init(_ source: SourceFile) {
    self.source = source
    bytes = source.bytes
  }

  /// A fix-it of many edits takes far more memory than the file, so a string that needs more edits gets no fix-it.
  private static let maximumEdits = JSONMistake.maximumEdits

  private func span(_ range: Range<Int>) -> SourceSpan { SourceSpan(file: source, range: range) }

  /// Adds the comma between two items on separate lines, unless the second may continue the first:
  /// `"INSERT INTO a "` above `"VALUES (1)"` may be one statement.
  ///
  /// - Parameters:
  ///   - end: the end of the first item.
  ///   - kind: the type of the first item.
  ///   - isLines: whether the list is inside an item, such as the lines of a statement.
  func missingComma(
    after end: Int, before next: Int, inDictionary: Bool, after kind: Node.Kind?, isLines: Bool
  ) -> FixIt? {
    guard bytes[end..<max(end, next)].contains(where: isLineEnd),
      [0x22, 0x5B, 0x7B].contains(bytes[next]), kind != .null
    else { return nil }
    let isLine = isLines && kind == .string
    // Lines are joined by line breaks, which nobody wrote into the text.
    if isLine, part(endingAt: end)?.endsInText == true { return nil }
    guard inDictionary || isLine || bytes[next] != 0x22 || begins(with: Self.starters, at: next + 1)
    else { return nil }
    // ALTER TABLE a above DROP COLUMN b.
    if !inDictionary, !isLine, let first = part(endingAt: end), first.isCut { return nil }
    return FixIt("Add a comma", at: span(end..<end), with: ",")
  }

  /// Adds a comma that the author has to confirm, or joins two parts of a statement. Nil if neither is likely.
  func commaOrJoin(
    after end: Int, before next: Int, inDictionary: Bool, isLines: Bool
  ) -> FixIt? {
    // A + joins two texts in other languages.
    if bytes[next] == 0x2B || bytes[end - 1] == 0x2B { return nil }
    // Two quotes that touch are an empty text of SQL: `VALUES (1, "")`.
    if end == next, bytes[next] == 0x22 { return nil }
    let comma = FixIt("Add a comma", at: span(end..<end), with: ",")
    guard !inDictionary, bytes[next] == 0x22, bytes[end - 1] == 0x22 else { return comma }
    guard let first = part(endingAt: end) else { return nil }
    if isLines { return first.endsInText ? joining(end, next) : comma }
    // An apostrophe that is not doubled does not make a statement go on in the next one.
    if first.endsInText, begins(with: Self.starters, at: next + 1) { return comma }
    let goesOn = first.isStatement && begins(with: Self.continuations, at: next + 1)
    if first.isCut || goesOn { return first.endsInComment ? nil : joining(end, next) }
    let starters = Self.starters + ["SELECT", "VALUES", "WITH"]
    return !first.isStatement || begins(with: starters, at: next + 1) ? comma : nil
  }

  /// Whether the last item before a bracket is a whole statement, and not the last line of one.
  func isStatement(endingBefore bracket: Int) -> Bool {
    let end = bytes[..<bracket].lastIndex { !TextCheck.isBlank($0) }.map { $0 + 1 } ?? 0
    return part(endingAt: end)?.isStatement ?? (end > 0 && bytes[end - 1] == 0x7D)
  }

  /// Joins the strings before and after a `+`, as other languages do.
  func joined(_ plus: Int, _ next: Int) -> FixIt? {
    let end = bytes[..<plus].lastIndex { !TextCheck.isBlank($0) }
    guard let end, bytes[end] == 0x22, bytes[next] == 0x22 else { return nil }
    return FixIt(Self.join, at: span(end..<next + 1), with: "")
  }

  static let join = "Join the two texts"

  private func joining(_ end: Int, _ next: Int) -> FixIt? {
    guard next + 1 < bytes.count, bytes[end..<next].allSatisfy(TextCheck.isBlank) else {
      return nil
    }
    let isSpaced = [bytes[end - 2], bytes[next + 1]].contains(where: isBlank)
    return FixIt(
      Self.join, at: span(end - 1..<next + 1), with: isSpaced ? "" : " ")
  }

  /// The string in double quotes that ends at a place.
  private func part(endingAt end: Int) -> StatementPart? {
    guard end > 1, bytes[end - 1] == 0x22 else { return nil }
    var start = end - 2
    while start >= 0 {
      if bytes[start] == 0x22 {
        var slash = start
        while slash > 0, bytes[slash - 1] == 0x5C { slash -= 1 }
        if (start - slash).isMultiple(of: 2) { break }
      }
      start -= 1
    }
    guard start >= 0 else { return nil }
    return StatementPart(escaped: String(decoding: bytes[start + 1..<end - 1], as: UTF8.self))
  }

  /// Adds the colon between a key and its value, if the value begins like one.
  func missingColon(after key: Int) -> FixIt? {
    guard let next = bytes[key...].first(where: { !TextCheck.isBlank($0) }),
      [0x22, 0x5B, 0x7B].contains(next)
    else { return nil }
    return FixIt("Write “:”", at: span(key..<key), with: ":")
  }

  /// Closes a list or dictionary after its last item, on a separate line if its opening bracket ends a line.
  func closing(with bracket: String, openedAt opening: Int, before place: Int, _ message: String)
    -> FixIt
  {
    let line = source.line(around: opening)
    let end = bytes[..<place].lastIndex { !TextCheck.isBlank($0) }.map { $0 + 1 } ?? place
    let isSpread =
      bytes[min(opening + 1, line.upperBound)..<line.upperBound].allSatisfy(TextCheck.isBlank)
      && (end == place || bytes[end..<place].contains(where: isLineEnd))
    guard isSpread else { return FixIt(message, at: span(place..<place), with: bracket) }
    let isCRLF = line.upperBound < bytes.count && bytes[line.upperBound] == 0x0D
    let text = (isCRLF ? "\r\n" : "\n") + indentation(ofLineAt: opening) + bracket
    return FixIt(message, at: span(end..<end), with: text)
  }

  func indentation(ofLineAt place: Int) -> String {
    let start = source.line(around: place).lowerBound
    return String(decoding: bytes[start..<place].prefix(while: isBlank), as: UTF8.self)
  }

  /// Adds both quotes to a statement on one line.
  func quotes(aroundStatement range: Range<Int>) -> FixIt? {
    guard begins(with: Self.starters + ["SELECT", "WITH"], at: range.lowerBound),
      bytes[range].allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C })
    else { return nil }
    return FixIt(
      "Put the statement in double quotes",
      [range.lowerBound, range.upperBound].map { .init(span($0..<$0), with: "\"") })
  }

  /// The typographic quote at the end of a line, where a string was to end.
  func typographicEnd(after start: Int) -> (quote: Character, span: SourceSpan)? {
    let line = bytes[start...].prefix(10_000).prefix { !isLineEnd($0) }
    let text = String(decoding: line, as: UTF8.self)
    let rest = text.reversed().drop { ", \t]}".contains($0) }
    guard let quote = rest.first, "”“„″＂".contains(quote) else { return nil }
    let end = start + line.count - (text.utf8.count - rest.reduce(0) { $0 + $1.utf8.count })
    return (quote, span(end - quote.utf8.count..<end))
  }

  // SELECT, VALUES and WITH may also continue an INSERT or a CREATE.
  static let starters = [
    "CREATE", "ALTER", "INSERT", "UPDATE", "DELETE", "DROP", "REPLACE", "PRAGMA",
  ]

  /// The words that continue a statement and cannot begin one.
  private static let continuations = [
    "WHERE", "SET", "FROM", "AND", "OR", "ORDER", "GROUP", "LIMIT", "HAVING", "ON", "RETURNING",
    "UNION", "EXCEPT", "INTERSECT", "JOIN", "LEFT", "INNER", "CROSS", "AS", "RENAME", "ADD", "TO",
    "INTO",
  ]

  private func begins(with starters: [String], at start: Int) -> Bool {
    let start = endOfBlanks(from: start)
    let word = bytes[start...].prefix(12).prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    return starters.contains(String(decoding: word, as: UTF8.self).uppercased())
  }

  /// Moves a comment on a separate line into the statement below it, as an SQL comment.
  ///
  /// - Parameter next: the start of the statement.
  func movedComment(_ range: Range<Int>, into next: Int) -> FixIt? {
    var start = range.lowerBound
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
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

  /// The comment as an SQL comment, escaped for a JSON string.
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

  /// Replaces the quotes around a string with straight ones, unless it contains quotes of its own kind.
  func straightQuotes(opening: Range<Int>, closing: Range<Int>) -> FixIt? {
    let content = opening.upperBound..<closing.lowerBound
    guard bytes[content].allSatisfy({ $0 >= 0x20 && $0 != 0x5C }),
      !holdsQuote(like: opening, in: content)
    else { return nil }
    let inside = Array(
      content.lazy.filter { bytes[$0] == 0x22 }.prefix(Self.maximumEdits + 1))
    guard inside.count <= Self.maximumEdits else { return nil }
    return FixIt(
      "Write double quotes",
      [.init(span(opening), with: "\"")] + inside.map { .init(span($0..<$0), with: "\\") }
        + [.init(span(closing), with: "\"")])
  }

  private func holdsQuote(like quote: Range<Int>, in content: Range<Int>) -> Bool {
    if quote.count == 1 { return bytes[content].contains(0x27) }
    return content.contains(where: isTypographicQuote)
  }

  private func isTypographicQuote(at place: Int) -> Bool {
    switch (bytes[place], bytes[place + 1], bytes[place + 2]) {
    case (0xE2, 0x80, 0x9C...0x9F), (0xEF, 0xBC, 0x82): true
    default: false
    }
  }

  /// Whether no other quotes are on the line of a string.
  func isOnlyTextOnLine(_ opening: Int?, _ closing: Int) -> Bool {
    guard let opening else { return false }
    let line = source.line(around: opening)
    return line.contains(closing)
      && bytes[line.lowerBound..<opening].allSatisfy(TextCheck.isBlank)
      && !bytes[closing + 1..<line.upperBound].contains(0x22)
  }

  /// Escapes the quotes inside a string.
  func escapedQuotes(opening: Int, closing: Int) -> FixIt? {
    guard bytes[opening] == 0x22 else { return nil }
    var edits: [FixIt.Edit] = []
    var at = opening + 1
    while at < closing {
      guard edits.count < Self.maximumEdits else { return nil }
      if bytes[at] == 0x22 {
        // In `\\"`, the quote was escaped twice, or the text ends with a backslash.
        guard bytes[at - 1] != 0x5C else { return nil }
        edits.append(.init(span(at..<at), with: "\\"))
      }
      at += bytes[at] == 0x5C ? 2 : 1
    }
    return at == closing ? FixIt("Write a backslash before the quotes", edits) : nil
  }

  /// Replaces triple quotes with one quote at each end, and escapes the text between them.
  func textOfTripleQuotes(opening: Range<Int>, closing: Range<Int>) -> FixIt? {
    let content = opening.upperBound..<closing.lowerBound
    let isPlain = bytes[content].allSatisfy { $0 >= 0x20 && $0 != 0x5C || isLineEnd($0) }
    guard isPlain else { return nil }
    let text = String(decoding: bytes[content], as: UTF8.self)
    return FixIt(
      "Write it as one JSON text", at: span(opening.lowerBound..<closing.upperBound),
      with: "\"\(JSONText.escaped(text))\"")
  }

  /// Replaces the line endings in a string with escapes. A backslash before one continues the line in other languages, so
  /// both are deleted.
  ///
  /// - Parameter opening: where the string begins.
  func escapedLineEnds(_ places: [Int], opening: Int) -> FixIt? {
    guard !places.isEmpty, places.count <= Self.maximumEdits else { return nil }
    var edits: [FixIt.Edit] = []
    var (read, quotes, isJoined) = (opening, 0, true)
    for place in places {
      quotes += bytes[read..<max(read, place)].count { $0 == 0x27 }
      read = max(read, place)
      // Already replaced together with the CR.
      if bytes[place] == 0x0A, place > 0, bytes[place - 1] == 0x0D { continue }
      let count = bytes[place...].starts(with: [0x0D, 0x0A]) ? 2 : 1
      let slashes = bytes[..<place].reversed().prefix { $0 == 0x5C }.count
      if slashes.isMultiple(of: 2) {
        edits.append(.init(span(place..<place + count), with: "\\n"))
        isJoined = false
      } else {
        // A comment would reach into the next line. A string of SQL may contain the backslash, the line ending or neither.
        guard quotes.isMultiple(of: 2), !hasComment(beforeLineEnd: place) else { return nil }
        edits.append(.init(span(place - 1..<place + count), with: ""))
      }
    }
    return FixIt(isJoined ? "Join the lines" : "Write \\n where the line breaks", edits)
  }

  private func hasComment(beforeLineEnd place: Int) -> Bool {
    let line = bytes[..<place].reversed().prefix { !isLineEnd($0) }
    return zip(line, line.dropFirst()).contains { $0 == 0x2D && $1 == 0x2D }
  }

  /// Adds the missing quotes to a key that is a plain word before its colon.
  func quotes(aroundKey key: Range<Int>) -> FixIt? {
    let isClosed = bytes[key].last == 0x22
    let range = key.lowerBound..<key.upperBound - (isClosed ? 1 : 0)
    let isPlain = bytes[range].allSatisfy { byte in
      byte &- 0x30 < 10 || byte == 0x5F || byte == 0x24
        || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
    }
    let next = endOfBlanks(from: key.upperBound)
    guard isPlain, next < bytes.count, bytes[next] == 0x3A else { return nil }
    let missing = isClosed ? [range.lowerBound] : [range.lowerBound, range.upperBound]
    return FixIt(
      "Write the key in double quotes", missing.map { .init(span($0..<$0), with: "\"") })
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private func endOfBlanks(from start: Int) -> Int {
    var end = start
    while end < bytes.count, isBlank(bytes[end]) { end += 1 }
    return end
  }
}
