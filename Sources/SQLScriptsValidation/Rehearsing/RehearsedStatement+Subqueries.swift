import SQLScriptsSQL

extension RehearsedStatement {
  /// Whether the subquery at an index gives a value that is assigned, inserted or selected.
  func isValue(subquery open: Int) -> Bool {
    guard !["EXISTS", "IN", "FROM", "JOIN", "AS"].contains(word(open - 1)) else { return false }
    var depth = depth(open)
    let clauses: Set = [
      "SELECT", "SET", "FROM", "WHERE", "ON", "HAVING", "BY", "VALUES", "LIMIT", "WHEN",
    ]
    for index in indices[..<open].reversed() where self.depth(index) <= depth {
      if kind(index) == .leftParenthesis { depth = min(depth, self.depth(index)) }
      if kind(index) == .word, clauses.contains(word(index)) {
        return ["SELECT", "SET", "VALUES"].contains(word(index))
      }
    }
    return false
  }
}
