import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedStatement {
  /// Separates a statement from those that begin in it, because a “;” is missing; nil if what begins there could belong to
  /// the statement, or if something else is wrong.
  ///
  /// - Parameters:
  ///   - place: where the next statement begins.
  ///   - isConfirmed: whether the author decides. Otherwise, it is also nil if a statement would then delete or change
  ///     all rows of a table, or drop something.
  func separated(at place: Int, isConfirmed: Bool = false) -> FixIt? {
    guard range.count <= Self.longestCorrected else { return nil }
    let bytes = script.document.bytes(of: range)
    // A string that contains a line break or a “;” may have lost its quote, and then a comment hides the rest of another.
    let isSuspicious = tokens.contains { token in
      (token.kind == .string || token.kind == .quotedName)
        && bytes[token.range].contains { $0 == 0x0A || $0 == UInt8(ascii: ";") }
    }
    guard !isSuspicious, let probe = probe(for: bytes) else { return nil }
    var (starts, place) = ([0], place)
    while true {
      guard let index = indices.first(where: { tokens[$0].range.lowerBound == place }),
        Self.certainBeginnings.contains(word(index)),
        probe.understands(bytes[(starts.last ?? 0)..<place])
      else { return nil }
      starts.append(place)
      guard case .syntaxError(let offset) = probe.verdict(bytes[place...]) else { break }
      guard offset > 0 else { return nil }
      place += offset
    }
    let bounds = zip(starts, starts.dropFirst() + [bytes.count])
    guard
      isConfirmed || !bounds.contains(where: { SQLText(Array(bytes[$0..<$1])).isDestructive })
    else { return nil }
    let ends = starts.dropFirst().compactMap { start in
      tokens.last { !$0.isTrivia && $0.range.upperBound <= start }?.range.upperBound
    }
    let places = bytes.withUnsafeBufferPointer { bytes in
      ends.map { range.lowerBound + StatementBytes.endOfComments(after: $0, in: bytes) }
    }
    return split(after: places)
      ?? fixIt("Write “;” between the statements", ends.map { StatementEdit($0..<$0, ";") })
  }

  /// Words that cannot go on with a statement. MySQL's CREATE TABLE can end with a SELECT, and so can an INSERT.
  private static let certainBeginnings: Set = [
    "CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE", "PRAGMA",
  ]

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
