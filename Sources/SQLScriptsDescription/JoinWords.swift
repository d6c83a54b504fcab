import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The conditions of the joins in a FROM, without those in its subqueries.
struct JoinWords {
  let statement: RehearsedStatement
  /// The tokens after FROM.
  let from: Range<Int>
  /// The ranges of the conditions, from ON or USING.
  let conditions: [Range<Int>]

  private static let words: Set = ["JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL"]

  init(_ statement: RehearsedStatement, select: Int) {
    let ends = InsertWords.clauses.subtracting(["ON"])
    let clause = statement.clause("FROM", from: select, until: ends) ?? 0..<0
    // The first of several queries may have none.
    let isOwn = clause.lowerBound < CompoundWords(statement, select: select).first.upperBound
    self.init(statement, from: isOwn ? clause : 0..<0)
  }

  /// - Parameter from: the tokens after FROM, perhaps in parentheses.
  init(_ statement: RehearsedStatement, from: Range<Int>) {
    let inner = statement.unwrapped(from)
    let from = Self.isQuery(statement, inner.lowerBound) ? from : inner
    let depth = from.isEmpty ? 0 : statement.depth(from.lowerBound)
    let outer = from.filter { statement.depth($0) == depth }
    conditions = outer.filter { ["ON", "USING"].contains(statement.word($0)) }.map { start in
      let end = outer.first { index in
        index > start
          && (statement.kind(index) == .comma || Self.words.contains(statement.word(index)))
      }
      return start..<(end ?? from.upperBound)
    }
    (self.statement, self.from) = (statement, from)
  }

  private static func isQuery(_ statement: RehearsedStatement, _ index: Int) -> Bool {
    ["SELECT", "VALUES", "WITH"].contains(statement.word(index))
  }

  /// Whether parentheses contain joins whose conditions are not among these.
  var hasInnerJoin: Bool {
    from.contains { index in
      let isFirst = index == from.lowerBound || joins.contains(index - 1)
      return isFirst && statement.kind(index) == .leftParenthesis
        && !Self.isQuery(statement, index + 1)
    }
  }

  /// The tables that the conditions do not name as well.
  var names: Set<SQLName> {
    let places = from.filter { index in !conditions.contains { $0.contains(index) } }
    return Set(places.filter(statement.isName).map { SQLName(statement.name($0)) })
  }

  /// Whether a subquery, a common table expression or a function is among the tables.
  var hasQuery: Bool {
    let names = ExpressionScope(selecting: statement, from: nil).commonTables
    return from.contains { index in
      statement.kind(index) == .leftParenthesis && !conditions.contains { $0.contains(index) }
    } || !names.isDisjoint(with: self.names)
  }

  /// Whether it joins several.
  var hasSeveral: Bool { !joins.isEmpty }

  /// Whether a column of several tables is there once.
  var mergesColumns: Bool {
    from.contains { index in
      statement.depth(index) == statement.depth(from.lowerBound)
        && ["NATURAL", "USING"].contains(statement.word(index))
    }
  }

  /// The indices of JOIN, and of the commas between tables.
  var joins: [Int] {
    from.filter { index in
      statement.depth(index) == statement.depth(from.lowerBound)
        && (statement.kind(index) == .comma || statement.word(index) == "JOIN")
    }
  }

  /// Whether a JOIN has rows without a match, too.
  func isOuter(_ join: Int) -> Bool {
    guard statement.word(join) == "JOIN" else { return false }
    let last = statement.word(join - 1) == "OUTER" ? join - 2 : join - 1
    return ["LEFT", "RIGHT", "FULL"].contains(statement.word(last))
  }

  /// Whether rows without a match are there, too.
  var isOuter: Bool { joins.contains(where: isOuter) }

  /// The columns that NATURAL compares, if it joins two tables.
  var common: [String] {
    let tables = ExpressionScope(selecting: statement, from: from).sources.map(\.table)
    let isNatural = from.contains {
      statement.depth($0) == statement.depth(from.lowerBound) && statement.word($0) == "NATURAL"
    }
    guard isNatural, tables.count == 2, let left = tables[0], let right = tables[1] else {
      return []
    }
    return left.columns.map(\.name).filter { right.column($0) != nil }
  }

  /// The tables of a LEFT JOIN that finds the rows of one without a match in the other; nil for anything else.
  ///
  /// - Parameter condition: the WHERE, which asks for a missing value of a column that each match has.
  func unmatched(_ condition: Range<Int>?) -> (rows: String, other: String)? {
    let sources = ExpressionScope(selecting: statement, from: from).sources
    guard let join = joins.first, joins.count == 1, sources.count == 2, !conditions.isEmpty,
      statement.word(join - (statement.word(join - 1) == "OUTER" ? 2 : 1)) == "LEFT",
      let rows = sources[0].table, let other = sources[1].table, let condition,
      case .isNull(.column(let name, let qualifier), isNot: false)? =
        ExpressionReader(statement, condition).expression,
      let column = other.column(name.text),
      column.isNotNull || other.rowIDAlias?.name == column.name,
      qualifier.map({ $0 == sources[1].qualifier }) ?? (rows.column(name.text) == nil)
    else { return nil }
    return (rows.name, other.name)
  }

  /// “ matched where **team** equals the **id** of **team**”; empty without conditions.
  ///
  /// - Parameter scope: what the names mean, if there are more tables than these.
  func matches(in scope: ExpressionScope? = nil) -> Words {
    var told = conditions.map { words($0, in: scope) }
    let untold = told.filter { $0.plain == Self.untold.plain }
    if untold.count > 1 {
      told.removeAll { $0.plain == Self.untold.plain }
      var all: Words = "by \(untold.count) conditions"
      all.asides = untold.flatMap(\.asides)
      told.append(all)
    }
    let parts = (told + [natural].compactMap { $0 }).list()
    if parts.isEmpty { return "" }
    guard isOuter else { return " matched \(parts)" }
    return isUsual ? ", joined even without a match" : " matched \(parts), even without a match"
  }
}
