import SQLScriptsSQL
import SQLScriptsSchema

/// The parts of the definition, and its constraints.
extension TableText {
  /// Removes the constraints of a kind that are about nothing but one column.
  ///
  /// - Parameter kind: UNIQUE or FOREIGN.
  mutating func removeConstraints(of column: String, _ kind: String) -> Bool {
    let text = SQLText(sql)
    let gone = Set(constraints(of: column, kind, text).map(\.lowerBound))
    if gone.isEmpty { return true }
    let all = parts(of: text)
    guard let new = definition?.keeping({ !gone.contains(all[$0].lowerBound) }) else {
      return false
    }
    sql = new
    return true
  }

  func constraints(
    of column: String, _ kind: String, _ text: SQLText
  ) -> [Range<Int>] {
    parts(of: text).filter { part in
      guard isConstraint(part, text) else { return false }
      let first = part.lowerBound + (text.word(part.lowerBound) == "CONSTRAINT" ? 2 : 0)
      guard text.word(first) == kind else { return false }
      let open = first + (kind == "FOREIGN" ? 2 : 1)
      // A name may have a collation or a direction.
      let list = (open + 1..<part.upperBound).prefix { text.word($0) != ")" }
      let close = open + 1 + list.count
      var end = close + 1
      if kind == "FOREIGN" {
        end = ReferenceText(text, end).end
      } else if text.has("ON", "CONFLICT", at: end) {
        end += 3
      }
      // SQLite accepts another constraint without a comma before it.
      return end == part.upperBound && text.name(open + 1).isSameName(as: column)
        && !list.contains { text.kind($0) == .comma }
    }
  }

  func isConstraint(_ part: Range<Int>, _ text: SQLText) -> Bool {
    text.kind(part.lowerBound) == .word
      && ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains(
        text.word(part.lowerBound))
  }

  /// The columns and constraints.
  func parts(of text: SQLText) -> [Range<Int>] {
    guard let open = text.tokens.firstIndex(where: { $0.kind == .leftParenthesis }) else {
      return []
    }
    var parts: [Range<Int>] = []
    var start = open + 1
    for index in text.indices where index > open {
      let token = text.tokens[index]
      let isEnd = token.kind == .rightParenthesis && token.depth == text.tokens[open].depth
      guard isEnd || token.kind == .comma && token.depth == text.tokens[open].depth + 1 else {
        continue
      }
      parts.append(start..<index)
      start = index + 1
      if isEnd { break }
    }
    return parts
  }
}
