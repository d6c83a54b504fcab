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
    let from = isOwn ? clause : 0..<0
    let outer = statement.outerIndices(from: select).filter { from.contains($0) }
    conditions = outer.filter { ["ON", "USING"].contains(statement.word($0)) }.map { start in
      let end = outer.first { index in
        index > start
          && (statement.kind(index) == .comma || Self.words.contains(statement.word(index)))
      }
      return start..<(end ?? from.upperBound)
    }
    (self.statement, self.from) = (statement, from)
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
  var hasSeveral: Bool {
    from.contains { index in
      statement.depth(index) == statement.depth(from.lowerBound)
        && (statement.kind(index) == .comma || statement.word(index) == "JOIN")
    }
  }

  /// Whether a column of several tables is there once.
  var mergesColumns: Bool {
    from.contains { index in
      statement.depth(index) == statement.depth(from.lowerBound)
        && ["NATURAL", "USING"].contains(statement.word(index))
    }
  }

  /// Whether rows without a match are there, too.
  var isOuter: Bool {
    from.contains { index in
      statement.depth(index) == statement.depth(from.lowerBound)
        && ["LEFT", "RIGHT", "FULL"].contains(statement.word(index))
    }
  }

  /// The columns that NATURAL compares, if it joins two tables.
  private var common: [String] {
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
    let depth = from.isEmpty ? 0 : statement.depth(from.lowerBound)
    let outer = from.filter { statement.depth($0) == depth }
    let joins = outer.filter { statement.word($0) == "JOIN" || statement.kind($0) == .comma }
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

  /// “ matched by `team.id = user.team`”; empty without conditions.
  var matches: Words {
    let common = common
    if !conditions.isEmpty || !common.isEmpty, isOuter { return ", joined even without a match" }
    if !common.isEmpty { return " matched by \(common.names)" }
    let scope = ExpressionScope(selecting: statement, from: from)
    let words = conditions.map { range -> Words in
      if statement.word(range.lowerBound) == "USING" {
        return "by " + range.dropFirst().filter(statement.isName).map { statement.name($0) }.names
      }
      return ConditionWords(statement, range.dropFirst(), in: scope).words
    }
    return words.isEmpty ? "" : " matched \(words.list())"
  }
}
