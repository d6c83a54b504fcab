import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedStatement {
  /// The column that a name in double quotes probably means.
  struct MeantColumn {
    /// The column with a similar name, if there is one.
    var name: String?
    /// Whether it can only mean a column.
    var isCertain: Bool
  }

  /// The names in double quotes that are read as strings, and the columns that they mean; nil for those that may be strings.
  var textsAndColumns: [(text: SQLToken, column: MeantColumn?)] {
    let texts = doubleQuotedTexts
    guard !texts.isEmpty else { return [] }
    // Looked up once, because a large INSERT has thousands of texts.
    let columns = columnsOfTables
    return texts.map { ($0, columnMeant(by: $0, among: columns)) }
  }

  private func columnMeant(by token: SQLToken, among columns: [String]) -> MeantColumn? {
    let index = tokens.prefixCount { $0.range.lowerBound < token.range.lowerBound }
    guard tokens.indices.contains(index) else { return nil }
    let name = name(token)
    let isColumn = columns.contains { $0.isSameName(as: name) }
    let near =
      isColumn ? name : name.count > 3 ? Spelling.closest(to: name, among: columns) : nil
    if isOnlyForColumns(index) { return MeantColumn(name: near, isCertain: true) }
    guard let near, isWhereColumnsStand(index) else { return nil }
    // The name of the target column, which nobody would use as a string.
    return MeantColumn(name: near, isCertain: isColumn)
  }

  /// The first of several texts that is similar to the name of a column, where SQLite would look for one, and the column.
  /// The values of an INSERT, a DEFAULT, a RAISE and a LIMIT have none.
  ///
  /// - Parameter texts: the texts, by where their tokens begin.
  func columnNear(_ texts: [Int: String]) -> (place: Int, column: String)? {
    let columns = columnsOfTables
    let near = texts.compactMapValues { text in
      Self.name(near: text, among: columns)
    }
    guard !near.isEmpty else { return nil }
    let clauses: Set = [
      "VALUES", "SELECT", "SET", "WHERE", "FROM", "ON", "RETURNING", "BY", "HAVING", "CHECK", "AS",
      "DEFAULT", "RAISE", "LIMIT",
    ]
    let constant: Set = ["VALUES", "DEFAULT", "RAISE", "LIMIT"]
    let reading = selectsThatRead
    // One pass, because a large INSERT has thousands of texts.
    var open: [(depth: Int, clause: String)] = []
    for index in indices {
      while let last = open.last, last.depth > depth(index) { open.removeLast() }
      let place = tokens[index].range.lowerBound
      if let column = near[place], !constant.contains(open.last?.clause ?? "") {
        return (place, column)
      }
      guard tokens[index].kind == .word, clauses.contains(word(index)) else { continue }
      if open.last?.depth == depth(index) { open.removeLast() }
      var clause = word(index)
      // It can only read the columns of a query around it.
      if clause == "SELECT", !reading.contains(index) { clause = open.last?.clause ?? "VALUES" }
      open.append((depth(index), clause))
    }
    return nil
  }

  /// The positions of SELECT in queries with FROM.
  private var selectsThatRead: Set<Int> {
    var reading: Set<Int> = []
    var froms: Set<Int> = []
    for index in indices.reversed() {
      if tokens[index].kind == .leftParenthesis { froms.remove(depth(index) + 1) }
      if word(index) == "FROM" { froms.insert(depth(index)) }
      if word(index) == "SELECT", froms.remove(depth(index)) != nil { reading.insert(index) }
    }
    return reading
  }

  /// The name that a text may misspell. They have at least one letter in common.
  private static func name(near text: String, among names: [String]) -> String? {
    Spelling.closest(to: text, among: names).flatMap {
      Spelling.distance(text, $0) < max(text.count, $0.count) ? $0 : nil
    }
  }

  /// The columns of all tables of the statement.
  var columnsOfTables: [String] {
    var tables = Set(actions.map { $0.name.asciiLowercased })
    for index in tokens.indices
    where ["ON", "FROM", "INTO", "UPDATE", "JOIN"].contains(word(index)) {
      if tokens.indices.contains(index + 1) {
        tables.insert(name(tokens[index + 1]).asciiLowercased)
      }
    }
    if let created = createdName { tables.insert(created.asciiLowercased) }
    return tables.sorted().compactMap { after[$0] ?? before[$0] }.flatMap { $0.columns.map(\.name) }
  }

  /// Whether a string makes no sense at a position, as in an index or in a comparison with another string.
  private func isOnlyForColumns(_ index: Int) -> Bool {
    if created?.kind == .index {
      let isPart = ["(", ","].contains(word(index - 1))
      return isPart && !tokens[..<index].contains { $0.kind == .word && upper($0) == "WHERE" }
    }
    if word(index - 1) == "BY", ["GROUP", "ORDER"].contains(word(index - 2)) { return true }
    let startsCondition = ["WHERE", "AND", "OR", "ON", "NOT", "WHEN"].contains(word(index - 1))
    guard startsCondition else { return false }
    if ["IS", "ISNULL", "NOTNULL", "IN", "LIKE", "BETWEEN", "GLOB"].contains(word(index + 1)) {
      // 'x' IN (SELECT …) and 'text' LIKE column are conditions too.
      return word(index + 1) != "IN" && word(index + 1) != "LIKE" && word(index + 1) != "GLOB"
        || tokens.indices.contains(index + 2)
          && (tokens[index + 2].kind == .string || isLiteralList(index + 2))
    }
    guard tokens.indices.contains(index + 2), tokens[index + 1].kind == .operator,
      ["=", "==", "<", ">", "<=", ">=", "<>", "!="].contains(text(tokens[index + 1]))
    else { return false }
    let other = tokens[index + 2]
    return [.string, .integer, .float, .blob].contains(other.kind)
      || doubleQuotedTexts.contains(other)
  }

  private func isLiteralList(_ index: Int) -> Bool {
    word(index) == "(" && tokens.indices.contains(index + 1)
      && [.string, .integer].contains(tokens[index + 1].kind)
  }

  /// Whether a column is usual at a position: at the start of a result or condition, not after `=`.
  private func isWhereColumnsStand(_ index: Int) -> Bool {
    let previous = word(index - 1)
    if previous == "AND", word(index - 3) == "BETWEEN" { return false }
    if ["SELECT", "DISTINCT", "WHERE", "AND", "OR", "ON", "NOT", "WHEN", "CASE", "BY"].contains(
      previous)
    {
      return true
    }
    guard previous == "," || previous == "(" else { return false }
    // Goes back to the start of the list.
    for place in indices[..<index].reversed() where depth(place) <= depth(index) {
      switch tokens[place].kind {
      case .leftParenthesis where depth(place) < depth(index):
        // For a function, only the first argument counts.
        let owner = word(place - 1)
        return previous == "(" && place == index - 1
          && !["IN", "VALUES", ","].contains(owner) && kind(place - 1) == .word
      case .word where word(place) == "SELECT": return true
      case .word where ["VALUES", "SET", "FROM"].contains(word(place)): return false
      default: break
      }
    }
    return false
  }
}
