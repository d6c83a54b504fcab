import SQLScriptsSQL

/// INSERT, REPLACE, UPDATE and DELETE.
extension SQLStatement {
  /// The index of INSERT, REPLACE, UPDATE or DELETE: the first token, or after WITH and its tables.
  package var verb: Int? {
    let verbs = ["INSERT", "REPLACE", "UPDATE", "DELETE"]
    let first = word(0)
    if verbs.contains(first) { return 0 }
    guard first == "WITH" else { return nil }
    return outerIndices(from: 1).first { verbs.contains(word($0)) }
  }

  /// The table after INTO, UPDATE or FROM.
  package var target: SQLQualifiedName? {
    guard let verb else { return nil }
    var index = verb + 1
    if word(verb) == "DELETE" {
      guard word(index) == "FROM" else { return nil }
      return qualifiedName(at: index + 1)
    }
    if word(index) == "OR" { index += 2 }
    if word(verb) != "UPDATE" {
      guard word(index) == "INTO" else { return nil }
      index += 1
    }
    return qualifiedName(at: index)
  }

  /// The index of the table's name after INTO, UPDATE or FROM.
  package var targetIndex: Int? { target?.name }

  /// The indices of the columns that an INSERT names; nil if it names none.
  package var columnListIndices: [Int]? {
    guard let target, let verb, word(verb) != "UPDATE", word(verb) != "DELETE" else { return nil }
    let index = word(target.end) == "AS" ? target.end + 2 : target.end
    guard kind(index) == .leftParenthesis else { return nil }
    return (index + 1..<max(index + 1, end(ofParenthesis: index))).filter { kind($0) != .comma }
  }

  /// The columns that an INSERT names; nil if it names none.
  package var columnList: [String]? { columnListIndices?.map { name($0) } }

  /// The indices of the parentheses around the rows after VALUES.
  package var valueRows: [Int] {
    guard let values = indices.first(where: { word($0) == "VALUES" }) else { return [] }
    var rows: [Int] = []
    var index = values + 1
    while kind(index) == .leftParenthesis {
      rows.append(index)
      index = end(ofParenthesis: index) + 1
      guard kind(index) == .comma else { break }
      index += 1
    }
    return rows
  }
}

extension SQLStatement {
  /// The assignments of UPDATE … SET, also in a trigger or an upsert.
  package var assignments: [SQLAssignment] {
    // Many rules ask for them, and most statements have none.
    let tokens = tokens
    return tokens.indices.filter { index in
      tokens[index].kind == .word && tokens[index].range.count == 3 && word(index) == "SET"
        && !["NULL", "DEFAULT"].contains(word(index + 1))
    }.flatMap { set -> [SQLAssignment] in
      let ends = ["WHERE", "FROM", "RETURNING", "ORDER", "LIMIT"]
      let depth = tokens[set].depth
      let end = tokens.indices[(set + 1)...].first { index in
        let token = tokens[index]
        guard token.depth <= depth else { return false }
        return token.depth < depth || token.kind == .semicolon
          || token.kind == .word && ends.contains(word(index))
      }
      guard set + 1 < end ?? tokens.count else { return [] }
      return parts(of: set + 1..<(end ?? tokens.count)).compactMap(assignment)
    }
  }

  private func assignment(in part: Range<Int>) -> SQLAssignment? {
    guard part.count > 2, word(part.lowerBound + 1) == "=" else { return nil }
    return SQLAssignment(column: part.lowerBound, value: part.lowerBound + 2..<part.upperBound)
  }

  /// The range of the statement; for a trigger, of each statement of its body.
  package var bodyParts: [Range<Int>] {
    guard created?.kind == .trigger,
      let begin = indices.first(where: { word($0) == "BEGIN" && depth($0) == 0 })
    else { return [indices] }
    var parts: [Range<Int>] = []
    var start = begin + 1
    for index in indices where index > begin && tokens[index].kind == .semicolon {
      if start < index { parts.append(start..<index) }
      start = index + 1
    }
    return parts
  }

  /// The verb of a part: its first word, or after WITH the first word that is not in parentheses.
  package func verb(of part: Range<Int>) -> String {
    let verbs: Set = ["INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT", "VALUES"]
    guard let first = part.first else { return "" }
    guard word(first) == "WITH" else { return word(first) }
    return part.first { depth($0) == 0 && verbs.contains(word($0)) }.map(word) ?? ""
  }
}
