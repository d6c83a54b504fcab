import SQLScriptsSQL

extension UnparsedStatement {
  /// The places after `first` at which a comma is missing, too, in a list of names or of columns, each on its own line;
  /// nil if no comma is missing before `first`.
  func missingCommas(from first: SQLToken) -> [Range<Int>]? {
    let isList = isInNameList
    let isTable = isTableWithLines
    guard isList || isTable && isColumnOnLine(stop) else { return nil }
    var (edited, places): ([UInt8], [Range<Int>]) = (bytes, [])
    var index = stop
    while places.count < Self.manyCommas, let token = token(index) {
      let place = token.range.lowerBound + 2 * places.count
      edited.insert(contentsOf: ", ".utf8, at: min(place, edited.count))
      guard case .syntaxError(let offset) = probe.verdict(edited) else {
        places.append(token.range)
        break
      }
      let reached = offset - 2 * (places.count + 1)
      let next = tokens.firstIndex { $0.range.upperBound > reached } ?? tokens.count
      guard next > index else { break }
      places.append(token.range)
      guard isList ? kind(next) == .word : isColumnOnLine(next) else { break }
      index = next
    }
    guard !places.isEmpty else { return nil }
    if isTable {
      // SQLite reads a column after a column without a constraint as part of its type.
      let others = tokens.indices.dropFirst(stop + 1).filter { isColumnOnLine($0) }
      places += others.map { tokens[$0].range }.filter { !places.contains($0) }
      places.sort { $0.lowerBound < $1.lowerBound }
    }
    return places.filter { $0 != first.range }
  }

  private static let manyCommas = 16
  private static let manyTokens = 1000

  private var isTableWithLines: Bool {
    statement.tableBody != nil && tokens.count <= Self.manyTokens
  }

  /// Whether a name and a type at the start of a line follow something other than a comma in CREATE TABLE.
  private func isColumnOnLine(_ index: Int) -> Bool {
    guard let token = token(index), let last = self.token(index - 1), statement.isName(index),
      ![.comma, .leftParenthesis].contains(last.kind),
      !ReservedKeywords.all.contains(word(index)) || token.kind == .quotedName,
      TypeNames.isKnown(word(index + 1)), openBrackets(before: index).count == 1
    else { return false }
    return bytes[last.range.upperBound..<token.range.lowerBound].contains(0x0A)
  }

  /// Whether SQLite stopped at the second of two names in the columns of INSERT, a key or an index, where no string is
  /// allowed.
  var isInNameList: Bool {
    let names: Set<SQLToken.Kind?> = [.word, .quotedName]
    guard names.contains(kind(stop)), names.contains(kind(stop - 1)),
      let open = openBrackets(before: stop).last
    else { return false }
    switch word(0) {
    case "INSERT", "REPLACE":
      return openBrackets(before: stop).count == 1
        && !tokens.indices.prefix(stop).contains { ["VALUES", "SELECT"].contains(word($0)) }
    case "CREATE" where word(open - 1) == "KEY" || word(open - 1) == "UNIQUE": return true
    case "CREATE": return word(open - 2) == "ON" || word(open - 2) == "REFERENCES"
    default: return false
    }
  }
}
