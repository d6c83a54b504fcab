import SQLScriptsSQL

extension RehearsedStatement {
  /// One `column = value` behind SET.
  struct Assignment {
    /// The indices of the tokens of the column, and of its value.
    let column: Int
    var value: Range<Int>
  }

  /// What UPDATE … SET, also in a trigger or an upsert, assigns.
  var assignments: [Assignment] {
    guard tokens.contains(where: { $0.kind == .word && upper($0) == "SET" }) else { return [] }
    var found: [Assignment] = []
    var depth = 0
    /// The depth of the SET that is open, and where its part began.
    var open: (depth: Int, start: Int)?
    for index in tokens.indices {
      let token = tokens[index]
      if token.kind == .rightParenthesis { depth -= 1 }
      if let list = open, list.depth >= depth {
        let ends = depth < list.depth || token.kind == .semicolon || endsList(token)
        if ends || token.kind == .comma, let assignment = assignment(in: list.start..<index) {
          found.append(assignment)
        }
        open = ends ? nil : token.kind == .comma ? (depth, index + 1) : list
      }
      if token.kind == .leftParenthesis { depth += 1 }
      if token.kind == .word, upper(token) == "SET", !["NULL", "DEFAULT"].contains(word(index + 1))
      {
        open = (depth, index + 1)
      }
    }
    if let open, let assignment = assignment(in: open.start..<tokens.count) {
      found.append(assignment)
    }
    return found
  }

  private func endsList(_ token: SQLToken) -> Bool {
    token.kind == .word && ["WHERE", "FROM", "RETURNING", "ORDER", "LIMIT"].contains(upper(token))
  }

  private func assignment(in range: Range<Int>) -> Assignment? {
    guard range.count > 2, word(range.lowerBound + 1) == "=" else { return nil }
    return Assignment(column: range.lowerBound, value: range.lowerBound + 2..<range.upperBound)
  }
}
