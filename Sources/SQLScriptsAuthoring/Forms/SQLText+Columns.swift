import SQLScriptsSQL
import SQLScriptsSchema

/// The expressions of a SELECT.
extension SQLText {
  /// Whether ORDER BY or GROUP BY may name columns by their number.
  func hasOrdinals(from start: Int) -> Bool {
    ["ORDER", "GROUP"].contains { keyword in
      guard let begin = outerIndex(of: keyword, from: start) else { return false }
      let end =
        indices[begin...].dropFirst().first {
          depth($0) == depth(begin) && ["HAVING", "ORDER", "WINDOW", "LIMIT"].contains(word($0))
        } ?? tokens.count
      return (begin..<end).contains { kind($0) == .integer }
    }
  }

  /// Whether a query inside the query mentions a name.
  func isInSubquery(_ name: SQLName, besides select: Int) -> Bool {
    indices.contains { index in
      guard index != select, word(index) == "SELECT", let open = parenthesis(around: index)
      else { return false }
      return (open...end(ofParenthesis: open)).contains {
        isName($0) && SQLName(self.name($0)) == name
      }
    }
  }

  /// Whether an expression reads a column; nil if that is not clear.
  ///
  /// - Parameter table: the table before the name of the column; nil for none.
  func uses(_ column: SQLName, of table: SQLName?, in term: Range<Int>) -> Bool? {
    for index in term where isName(index) && SQLName(name(index)) == column {
      if [.dot, .leftParenthesis].contains(kind(index + 1)) { continue }
      if index > term.lowerBound {
        if kind(index - 1) == .dot {
          if SQLName(name(index - 2)) == table { return true }
          continue
        }
        if kind(index - 1) == .word, ["AS", "COLLATE", "OVER"].contains(word(index - 1)) {
          continue
        }
        // A name without AS, or a word such as NOT.
        if index == term.upperBound - 1, endsOperand(index - 1) { return nil }
      }
      if table == nil { return true }
    }
    return false
  }

  /// The name that an expression gives its column; nil if it is the expression itself.
  func resultName(of term: Range<Int>) -> String? {
    guard let last = term.last, isName(last) || kind(last) == .string else { return nil }
    let isKeyword =
      kind(last) == .word && ReservedKeywords.all.contains(text(tokens[last]).uppercased())
    let before = last - 1
    if kind(last) == .word, word(last) == "END", term.contains(where: { word($0) == "CASE" }) {
      return nil
    }
    guard last > term.lowerBound else { return isName(last) && !isKeyword ? name(last) : nil }
    if word(before) == "AS" { return name(last) }
    if kind(before) == .dot { return term.count <= 5 ? name(last) : nil }
    return endsOperand(before) && !isKeyword ? name(last) : nil
  }

  /// The bytes of some items of a list, each with a comma. Comments outside the items stay.
  func ranges(of gone: [Int], in list: [Range<Int>]) -> [Range<Int>] {
    let lastKept = list.indices.last { !gone.contains($0) } ?? -1
    return gone.flatMap { index -> [Range<Int>] in
      let item = list[index]
      guard let first = item.first, let last = item.last else { return [] }
      let bytes = tokens[first].range.lowerBound..<tokens[last].range.upperBound
      let comma = tokens[index < lastKept ? item.upperBound : item.lowerBound - 1].range
      guard index < lastKept else {
        let isNear = isBlank(comma.upperBound..<bytes.lowerBound)
        return isNear ? [comma.lowerBound..<bytes.upperBound] : [comma, bytes]
      }
      let blanks = self.bytes[comma.upperBound...].prefix { $0.isBlank }.count
      let isNear = isBlank(bytes.upperBound..<comma.lowerBound)
      let end = comma.upperBound + blanks
      return isNear ? [bytes.lowerBound..<end] : [bytes, comma.lowerBound..<end]
    }
  }

  private func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(\.isBlank) }

  /// Whether an operand may end with a token, so that a name behind it is an alias.
  private func endsOperand(_ index: Int) -> Bool {
    switch kind(index) {
    case .word, .quotedName, .string, .blob, .integer, .float, .variable, .rightParenthesis: true
    default: false
    }
  }
}
