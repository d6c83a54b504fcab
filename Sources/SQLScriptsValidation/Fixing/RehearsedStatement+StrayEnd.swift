import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedStatement {
  /// Whether a statement ends with a word that SQLite only reads as an alias or as a part of a type: `a TEXT GO`. It
  /// may be a note, a separator, or a part of the next statement.
  func hasStrayEnd(
    _ bytes: [UInt8], from start: Int, to end: Int, _ probe: SyntaxProbe
  ) -> Bool {
    let part = tokens.indices.filter { index in
      let range = tokens[index].range
      return !tokens[index].isTrivia && tokens[index].kind != .semicolon
        && start <= range.lowerBound && range.upperBound <= end
    }
    guard part.count > 1, let last = part.last, [.word, .quotedName].contains(tokens[last].kind),
      !Self.ends.contains(word(last)),
      // What SQLite needs is not stray.
      probe.understands(bytes[start..<tokens[last].range.lowerBound])
    else { return false }
    if word(part[0]) == "ALTER", let type = addedType(in: part) {
      return TypeNames.phrase(type[...]) != type.count
    }
    let before = tokens[part[part.count - 2]]
    if bytes[before.range.upperBound..<tokens[last].range.lowerBound].contains(0x0A) { return true }
    // ANALYZE user
    if part.count == 2 { return false }
    let alias = name(tokens[last])
    return !part.dropLast().contains { name(tokens[$0]).isSameName(as: alias) }
  }

  /// The words after the name of the column that ALTER TABLE adds, in uppercase; nil if there is more than a type.
  private func addedType(in part: [Int]) -> [String]? {
    guard let add = part.firstIndex(where: { word($0) == "ADD" }) else { return nil }
    let name = part.dropFirst(add + 1).drop { word($0) == "COLUMN" }
    let type = name.dropFirst()
    return type.allSatisfy { tokens[$0].kind == .word && !Keywords.all.contains(word($0)) }
      ? type.map(word) : nil
  }

  /// The words that can end a statement without being needed.
  private static let ends = Keywords.all.union(["STRICT", "ROWID"])
}
