import SQLScriptsSQL

/// A simple SELECT: tables with inner joins, conditions and groups. Others are not read.
struct SQLQuery: Hashable, Sendable {
  struct Source: Hashable, Sendable {
    /// A table, or a function such as `pragma_table_info`.
    var name: SQLName
    /// The name before a dot.
    var qualifier: SQLName
    /// The arguments of a function.
    var arguments: [SQLExpression] = []
    /// The values that have other names in it than in the table.
    var renamed: [SQLName: SQLExpression] = [:]
    /// The columns of the table that it has; nil for all.
    var visible: Set<SQLName>?
    /// Those that only have another name in it.
    var hidden: Set<SQLName> = []
  }

  /// The values; `[.star]` for all columns.
  var values: [SQLExpression] = []
  var isDistinct = false
  /// The names of values by their place.
  var names: [Int: SQLName] = [:]
  /// The names of values, which conditions know unless a table has such a column.
  var aliases: Set<SQLName> = []
  var sources: [Source] = []
  /// The conditions of joins and WHERE, all of which must be true.
  var conditions: [SQLExpression] = []
  var groups: [SQLExpression] = []
  var having: SQLExpression?
  /// Whether ORDER BY chooses what LIMIT leaves.
  var isOrdered = false
  var limit: SQLExpression?
}

extension SQLQuery {
  /// Whether LIMIT leaves rows.
  var hasRows: Bool {
    guard let limit else { return true }
    guard case .number(let digits) = limit, let count = Int(digits) else { return false }
    return count != 0
  }

  /// Whether it finds what there is more than once.
  var isRepetition: Bool { repetition == 2 }

  /// The number of rows of a group for which it asks at least; nil if it asks for anything else.
  var repetition: Int? {
    guard
      case .comparison(let comparison, .call("COUNT", let counted), .number(let digits))? = having,
      let number = Int(digits), (1...1_000_000).contains(number)
    else { return nil }
    switch counted.first {
    case .star?, .number?: break
    default: return nil
    }
    let least = comparison == .greater ? number + 1 : number
    return [.greater, .greaterOrEqual].contains(comparison) && least > 1 ? least : nil
  }
}
