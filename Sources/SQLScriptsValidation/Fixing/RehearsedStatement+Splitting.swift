import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedStatement {
  /// Separates statements between which a “;” is missing, according to a syntax error; nil if it is another error, if what
  /// begins there could belong to the statement before, or if something else is wrong.
  ///
  /// - Parameters:
  ///   - place: where the next statement begins.
  ///   - isConfirmed: whether the author decides. Otherwise, it is also nil if a statement would then delete or change
  ///     all rows of a table, or drop something.
  func separated(
    _ kind: SyntaxErrorKind, at place: Int, isConfirmed: Bool = false
  ) -> FixIt? {
    guard range.count <= Self.longestCorrected else { return nil }
    let bytes = script.document.bytes(of: range)
    // A string that contains a line break or a “;” may have lost its quote, and then a comment hides the rest of another.
    let isSuspicious = tokens.contains { token in
      (token.kind == .string || token.kind == .quotedName)
        && bytes[token.range].contains { $0 == 0x0A || $0 == UInt8(ascii: ";") }
    }
    guard !isSuspicious, let probe = probe(for: bytes) else { return nil }
    switch kind {
    case .missingSemicolon(inTrigger: false):
      return separated(at: place, bytes, probe, isConfirmed: isConfirmed)
    case .missingSemicolon(inTrigger: true), .triggerWithoutEnd(lacksSemicolon: true):
      return separatedInTrigger(at: place, probe, isConfirmed: isConfirmed)
    default: return nil
    }
  }

  private func separated(
    at place: Int, _ bytes: [UInt8], _ probe: SyntaxProbe, isConfirmed: Bool
  ) -> FixIt? {
    var (starts, place) = ([0], place)
    while true {
      let start = starts.last ?? 0
      guard let index = index(near: place, where: isCertainBeginning) else { return nil }
      place = tokens[index].range.lowerBound
      let isSeparate =
        start < place && probe.understands(bytes[start..<place])
        && !canBeSeparated(bytes, between: start, and: place, probe)
      let verdict = probe.verdict(bytes[place...])
      // What is certain so far is written, and the rest is separated in the next round.
      if probe.isExhausted {
        guard starts.count > 1 else { return nil }
        break
      }
      guard isSeparate,
        isConfirmed || !hasStrayEnd(bytes, from: start, to: place, probe)
      else { return nil }
      starts.append(place)
      guard case .syntaxError(let offset) = verdict else { break }
      guard offset > 0 else { return nil }
      place += offset
    }
    let bounds = zip(starts, starts.dropFirst() + [bytes.count])
    guard
      isConfirmed || !bounds.contains(where: { SQLText(Array(bytes[$0..<$1])).isDestructive })
    else { return nil }
    let ends = starts.dropFirst().compactMap(end(before:))
    let places = bytes.withUnsafeBufferPointer { bytes in
      ends.map { range.lowerBound + StatementBytes.endOfComments(after: $0, in: bytes) }
    }
    return split(after: places)
      ?? fixIt("Write “;” between the statements", ends.map { StatementEdit($0..<$0, ";") })
  }

  /// Writes a “;” before each statement of a trigger that begins without one.
  private func separatedInTrigger(
    at place: Int, _ probe: SyntaxProbe, isConfirmed: Bool
  ) -> FixIt? {
    var edits: [StatementEdit] = []
    var place = place
    while true {
      let index = index(near: place) { Self.bodyBeginnings.contains(word($0)) }
      guard let index, let end = end(before: tokens[index].range.lowerBound),
        end > edits.last?.range.lowerBound ?? 0
      else { return nil }
      edits.append(StatementEdit(end..<end, ";"))
      let bytes = bytes(after: edits)
      guard case .syntaxError(let offset) = probe.verdict(bytes) else {
        guard isConfirmed || !SQLText(bytes).isDestructive else { return nil }
        return fixIt("Write “;” between the statements of the trigger", edits)
      }
      place = offset - edits.count
    }
  }

  /// The word with which a statement begins at the place of a syntax error, or before it: SQLite reads REPLACE, WITH and END
  /// as names where it can.
  private func index(near place: Int, where isBeginning: (Int) -> Bool) -> Int? {
    let index = indices.first { tokens[$0].range.lowerBound >= place } ?? tokens.count
    return [index, index - 1].first { indices.contains($0) && isBeginning($0) }
  }

  private func end(before place: Int) -> Int? {
    tokens.last { !$0.isTrivia && $0.range.upperBound <= place }?.range.upperBound
  }

  /// Whether another statement could also begin between two places, such as one with a common table expression.
  private func canBeSeparated(
    _ bytes: [UInt8], between start: Int, and end: Int, _ probe: SyntaxProbe
  ) -> Bool {
    indices.contains { index in
      let place = tokens[index].range.lowerBound
      return start < place && place < end && isCertainBeginning(index)
        && probe.understands(bytes[start..<place])
        && (probe.understands(bytes[place..<end]) || probe.understands(bytes[place...]))
    }
  }

  /// Whether the word cannot go on with a statement that is complete before it. MySQL's CREATE TABLE can end with a SELECT,
  /// and so can an INSERT.
  private func isCertainBeginning(_ index: Int) -> Bool {
    guard tokens[index].depth == 0 else { return false }
    guard word(index) == "WITH" else { return Self.certainBeginnings.contains(word(index)) }
    return indices.dropFirst(index + 1).contains {
      tokens[$0].depth == 0 && ["INSERT", "REPLACE", "UPDATE", "DELETE"].contains(word($0))
        && kind($0 + 1) != .leftParenthesis
    }
  }

  private static let certainBeginnings: Set = [
    "CREATE", "ALTER", "DROP", "INSERT", "REPLACE", "UPDATE", "DELETE", "PRAGMA", "VACUUM",
    "REINDEX", "ANALYZE",
  ]

  /// The words with which a statement in the body of a trigger begins, or with which the body ends.
  static let bodyBeginnings: Set = ["INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT", "END"]

  /// Whether SQLite's parser understands each statement of the item. Otherwise they may be pieces of one, such as those of
  /// a trigger whose first word is misspelled.
  var hasWholeStatements: Bool {
    guard item.text.count <= Self.longestCorrected else { return true }
    let bytes = script.document.bytes(of: item.text)
    guard let probe = probe(for: bytes) else { return false }
    let parts = bytes.withUnsafeBufferPointer { StatementBytes.parts(of: $0) }
    return parts.allSatisfy { probe.understands(bytes[$0]) }
  }

  /// Puts each statement of the item in a separate item, with its comments; nil if that is not possible.
  var splitItem: FixIt? {
    guard item.text.count <= Self.longestCorrected else { return nil }
    let parts = script.document.withBytes(of: item.text) { StatementBytes.parts(of: $0) }
    return split(after: parts.dropLast().map { item.text.lowerBound + $0.upperBound })
  }

  /// - Parameter ends: where statements end in the document.
  private func split(after ends: [Int]) -> FixIt? {
    var edits: [FixIt.Edit] = []
    for end in ends {
      let rest = script.document.bytes(of: end..<max(end, item.text.upperBound))
      let blanks = rest.prefix { $0 == 0x20 || (0x09...0x0D).contains($0) }.count
      guard let edit = script.split(item, at: end..<end + blanks) else { return nil }
      edits.append(edit)
    }
    return edits.isEmpty ? nil : FixIt("Put each statement in a separate item", edits)
  }
}
