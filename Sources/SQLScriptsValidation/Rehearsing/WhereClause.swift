import SQLScriptsSQL
import SQLScriptsSchema

/// The WHERE of a statement or subquery, as conditions that must all be true.
struct WhereClause {
  /// The tables whose rows it selects, with their names in the query.
  let tables: [(name: String, table: SchemaTable)]
  let terms: [ColumnTerm]
  /// Whether it is the WHERE of the statement itself.
  let isOuter: Bool

  private static let manyTokens = 2000

  /// All of a statement, except those of views and common table expressions, and those whose lack of rows is meant.
  static func all(in statement: RehearsedStatement) -> [WhereClause] {
    guard statement.verb == 0, statement.tokens.count <= manyTokens else { return [] }
    return statement.indices.compactMap { index in
      guard statement.kind(index) == .word, statement.word(index) == "WHERE" else { return nil }
      return WhereClause(statement, at: index)
    }
  }

  private init?(_ statement: RehearsedStatement, at place: Int) {
    let depth = statement.depth(place)
    if depth > 0, let open = statement.parenthesis(around: place) {
      let before = (statement.word(open - 2), statement.word(open - 1))
      let isMeant =
        ["EXISTS", "COALESCE", "IFNULL", "IIF"].contains(before.1) || before == ("NOT", "IN")
        || ["COALESCE", "IFNULL", "IIF", "CASE", "WHEN"].contains {
          Self.call(around: open, statement) == $0
        }
      if isMeant { return nil }
    }
    let owner = statement.tokens[..<place].indices.last { index in
      statement.depth(index) <= depth && statement.kind(index) != .rightParenthesis
        && (statement.depth(index) < depth || Self.isOwner(index, statement))
    }
    guard let owner, statement.depth(owner) == depth else { return nil }
    switch statement.word(owner) {
    case "FROM":
      guard let sources = Self.sources(owner + 1..<place, statement) else { return nil }
      tables = sources
    case "SET" where depth == 0 && statement.word(0) == "UPDATE":
      guard let target = statement.target,
        let table = statement.before[statement.name(target.name)]
      else { return nil }
      let alias = statement.word(target.end) == "AS" ? target.end + 1 : target.name
      tables = [(statement.name(alias), table)]
    default: return nil
    }
    isOuter = depth == 0
    let sources = tables
    terms = Self.terms(after: place, statement).compactMap {
      ColumnTerm($0, of: sources, in: statement)
    }
  }

  /// The function or CASE around a subquery, in upper case.
  private static func call(around open: Int, _ statement: RehearsedStatement) -> String {
    guard let outer = statement.parenthesis(around: open) else {
      return statement.word(open - 1)
    }
    return statement.word(outer - 1)
  }

  private static func isOwner(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    guard statement.kind(index) == .word else { return false }
    switch statement.word(index) {
    case "FROM": return statement.word(index - 1) != "DISTINCT" || statement.word(index - 2) != "IS"
    case "SET", "DO", "SELECT", "VALUES": return true
    default: return false
    }
  }

  /// The tables after FROM; nil if one of them is not a table.
  private static func sources(
    _ range: Range<Int>, _ statement: RehearsedStatement
  ) -> [(name: String, table: SchemaTable)]? {
    let depth = statement.depth(range.lowerBound)
    var found: [(name: String, table: SchemaTable)] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard let name = statement.qualifiedName(at: index), statement.isName(name.name),
        let table = statement.before[statement.name(name.name)],
        table.kind == .table
      else { return nil }
      var alias = name.name
      if statement.word(name.end) == "AS" {
        alias = name.end + 1
      } else if name.end < range.upperBound, statement.isName(name.end),
        !notAliases.contains(statement.word(name.end))
      {
        alias = name.end
      }
      found.append((statement.name(alias), table))
      let next = (name.end..<max(name.end, range.upperBound)).first { index in
        statement.depth(index) == depth
          && (statement.kind(index) == .comma || statement.word(index) == "JOIN")
      }
      guard let next else { break }
      index = next + 1
    }
    return found.isEmpty ? nil : found
  }

  private static let notAliases: Set = [
    "LEFT", "INNER", "CROSS", "JOIN", "NATURAL", "ON", "USING", "NOT", "INDEXED", "FULL", "RIGHT",
    "OUTER", "SET",
  ]

  /// The parts between the ANDs; the whole if it contains OR.
  private static func terms(after place: Int, _ statement: RehearsedStatement) -> [Range<Int>] {
    let depth = statement.depth(place)
    let end =
      statement.indices.first { index in
        index > place
          && (statement.depth(index) < depth || statement.kind(index) == .semicolon
            || statement.depth(index) == depth && statement.kind(index) == .word
              && ends.contains(statement.word(index)))
      } ?? statement.tokens.count
    // A closing parenthesis has the depth of its opening one.
    let whole = place + 1..<max(place + 1, end)
    let words = whole.filter {
      statement.depth($0) == depth && statement.kind($0) == .word
    }
    if words.contains(where: { ["OR", "CASE"].contains(statement.word($0)) }) { return [whole] }
    var terms: [Range<Int>] = []
    var start = whole.lowerBound
    var isBetween = false
    for index in words {
      if statement.word(index) == "BETWEEN" { isBetween = true }
      guard statement.word(index) == "AND" else { continue }
      if isBetween {
        isBetween = false
        continue
      }
      if start < index { terms.append(start..<index) }
      start = index + 1
    }
    if start < whole.upperBound { terms.append(start..<whole.upperBound) }
    return terms
  }

  private static let ends: Set = [
    "GROUP", "ORDER", "LIMIT", "HAVING", "WINDOW", "UNION", "INTERSECT", "EXCEPT", "RETURNING",
    "ON",
  ]
}
