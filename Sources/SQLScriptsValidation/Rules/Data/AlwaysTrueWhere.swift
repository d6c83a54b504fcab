import SQLScriptsSQL
import SQLScriptsSchema

/// A WHERE clause that is true for every row.
package struct AlwaysTrueWhere: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER)"]

  package static let documentation = RuleDocumentation(
    summary: "A WHERE clause is true for every row.", severity: .warning,
    why: "It seems to select some rows, but all of them are changed or deleted.",
    wrong: [
      .init(before: user, "DELETE FROM user «WHERE 1»"),
      .init(before: user, "UPDATE user SET age = 0 «where id = ID»"),
      .init(before: user, "DELETE FROM user «WHERE (1 = 1)»"),
      .init(before: user, "DELETE FROM user «WHERE id = 5 OR 1 = 1»"),
      .init(before: user, "DELETE FROM user «WHERE TRUE»;"),
      .init(before: user, "DELETE FROM user «WHERE id > 0»"),
      .init(before: user, "UPDATE user SET age = 0 «WHERE id IS NOT NULL»"),
    ],
    right: [
      .init(before: user, "DELETE FROM user WHERE id = 1"),
      .init(before: user, "DELETE FROM user WHERE 1 = id"),
      .init(before: user, "UPDATE user SET age = 0 WHERE TRUE"),
      .init(before: user, "DELETE FROM user WHERE age = 1 OR age = 10"),
      // A row without an age is not deleted.
      .init(before: user, "DELETE FROM user WHERE age = age"),
      .init(before: user, "DELETE FROM user WHERE id > 1 OR age > 0 OR age IS NOT NULL"),
      .init(
        before: user, "CREATE TABLE log (id INTEGER PRIMARY KEY)",
        "INSERT INTO log (id) SELECT id FROM user WHERE 1"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let verb = statement.verb,
      ["UPDATE", "DELETE"].contains(statement.word(verb)),
      let place = statement.outerIndex(of: "WHERE", from: verb)
    else { return }
    let ends: Set = ["ORDER", "LIMIT", "RETURNING", ";"]
    let end =
      statement.outerIndices(from: place + 1).first { ends.contains(statement.word($0)) }
      ?? statement.tokens.count
    let condition = Array((place + 1)..<max(end, place + 1))
    // UPDATE … WHERE TRUE is a common way to say that all rows are meant.
    let isSaid = statement.word(verb) == "UPDATE" && condition.map(statement.word) == ["TRUE"]
    guard !condition.isEmpty, !isSaid else { return }
    let isCertain = isTrue(condition[...], statement)
    guard isCertain || isTrue(condition[...], statement, usualKeys: true) else { return }
    findings.report(
      isCertain
        ? "this WHERE is true for every row"
        : "this WHERE is true for every row, unless its key is 0 or negative",
      at: statement.span(statement.tokens[place], to: statement.tokens[end - 1]),
      help: "Correct the condition. If you mean all rows, remove the WHERE so that this is clear.")
  }

  /// - Parameter usualKeys: whether all keys are positive, as those that SQLite gives are.
  private func isTrue(
    _ part: ArraySlice<Int>, _ statement: RehearsedStatement, usualKeys: Bool = false
  ) -> Bool {
    if isTrueForKeys(part, statement, usualKeys) { return true }
    let depth = part.first.map(statement.depth) ?? 0
    var start = part.startIndex
    var parts: [ArraySlice<Int>] = []
    var joins: Set<String> = []
    var closesEarly = false
    for place in part.indices {
      let token = statement.tokens[part[place]]
      guard token.depth == depth else { continue }
      if token.kind == .rightParenthesis, place != part.indices.last { closesEarly = true }
      let word = statement.word(part[place])
      if token.kind == .word, ["AND", "OR", "BETWEEN", "CASE", "NOT"].contains(word) {
        joins.insert(word)
        parts.append(part[start..<place])
        start = place + 1
      }
    }
    parts.append(part[start...])
    if joins == ["OR"] { return parts.contains { isTrue($0, statement, usualKeys: usualKeys) } }
    if joins == ["AND"] { return parts.allSatisfy { isTrue($0, statement, usualKeys: usualKeys) } }
    guard joins.isEmpty, let first = part.first, let last = part.last else { return false }
    if !closesEarly, part.count > 2, statement.tokens[first].kind == .leftParenthesis,
      statement.tokens[last].kind == .rightParenthesis
    {
      return isTrue(part.dropFirst().dropLast(), statement, usualKeys: usualKeys)
    }
    let words = part.map { index in
      statement.tokens[index].kind == .string
        ? statement.text(statement.tokens[index])
        : statement.name(statement.tokens[index]).uppercased()
    }
    if words.count == 1 {
      let number = Int64(words[0])
      if statement.tokens[first].kind == .integer { return number != nil && number != 0 }
      return statement.tokens[first].kind == .word && words[0] == "TRUE"
    }
    guard words.count.isMultiple(of: 2) == false, words.count <= 7 else { return false }
    let middle = words.count / 2
    let side = statement.tokens[first].kind
    // NULL does not equal itself.
    let name = part[..<(part.startIndex + middle)].last(where: statement.isName)
    let hasValue =
      name.flatMap { column($0, of: statement) }.map { $0.isNotNull || $0.isKey } ?? (name == nil)
    return ["=", "==", "IS"].contains(words[middle]) && side != .variable
      && (hasValue || words[middle] == "IS")
      && Array(words[..<middle]) == Array(words[(middle + 1)...])
  }

  /// A column of the table that the statement changes.
  private func column(
    _ name: Int, of statement: RehearsedStatement
  ) -> (isKey: Bool, isNotNull: Bool)? {
    guard statement.isName(name),
      let table = (statement.emptiedTable ?? statement.writtenTable).flatMap({
        statement.before[$0]
      }),
      let column = table.column(statement.name(name))
    else { return nil }
    return (table.rowIDAlias?.name == column.name, column.isNotNull)
  }

  /// Whether a condition is true for all keys: `id > 0`, or `id IS NOT NULL`.
  private func isTrueForKeys(
    _ part: ArraySlice<Int>, _ statement: RehearsedStatement, _ usualKeys: Bool
  ) -> Bool {
    guard let first = part.first, let column = column(first, of: statement) else { return false }
    switch part.dropFirst().map(statement.word) {
    case [">", "0"], [">=", "0"], [">=", "1"], ["<>", "0"], ["!=", "0"]:
      return column.isKey && usualKeys
    case ["IS", "NOT", "NULL"], ["NOTNULL"], ["NOT", "NULL"]:
      return column.isKey || column.isNotNull
    default: return false
    }
  }
}
