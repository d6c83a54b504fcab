import SQLScriptsSQL

extension RehearsedStatement {
  /// Whether it is too long for rules that compare its parts with each other.
  var isLong: Bool { tokens.count > 2000 }

  /// The indices of the `(` of the subqueries whose values are assigned, inserted or selected.
  var valueSubqueries: [Int] {
    let clauses: Set = [
      "SELECT", "SET", "FROM", "WHERE", "ON", "HAVING", "BY", "VALUES", "LIMIT", "WHEN",
    ]
    var found: [Int] = []
    // The last clause at each depth; an expression in parentheses belongs to the clause around it.
    var last = [""]
    for index in indices {
      let depth = depth(index)
      guard last.indices.contains(depth) else { continue }
      if kind(index) == .leftParenthesis {
        if word(index + 1) == "SELECT", ["SELECT", "SET", "VALUES"].contains(last[depth]),
          !["EXISTS", "IN", "AS"].contains(word(index - 1))
        {
          found.append(index)
        }
        last.replaceSubrange((depth + 1)..., with: [last[depth]])
      } else if kind(index) == .word, clauses.contains(word(index)) {
        last[depth] = word(index)
      }
    }
    return found
  }
}
