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

  /// The column that a name in double quotes means; nil if it may be a string.
  func columnMeant(by token: SQLToken) -> MeantColumn? {
    guard let index = tokens.firstIndex(of: token) else { return nil }
    let name = name(token)
    let columns = columnsOfTables
    let isColumn = columns.contains { $0.isSameName(as: name) }
    let near =
      isColumn ? name : name.count > 3 ? Spelling.closest(to: name, among: columns) : nil
    if isOnlyForColumns(index) { return MeantColumn(name: near, isCertain: true) }
    guard let near, isWhereColumnsStand(index) else { return nil }
    // The name of the target column, which nobody would use as a string.
    return MeantColumn(name: near, isCertain: isColumn)
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
