import SQLScriptsSQL
import SQLScriptsSchema

/// An expression of SQL as a tree. `NOT` is part of the comparisons, so that words need no double negation.
indirect enum SQLExpression: Hashable, Sendable {
  case null
  case number(String)
  case text(String)
  case blob(String)
  case truth(Bool)
  case column(SQLName, qualifier: SQLName?)
  /// A function by its name in upper case.
  case call(String, [SQLExpression])
  /// The `*` of `count(*)`.
  case star
  case negative(SQLExpression)
  /// Arithmetic, `||` and `->>`.
  case operation(String, SQLExpression, SQLExpression)
  case cast(SQLExpression, to: String)
  case collated(SQLExpression, by: SQLName)
  case choice([Choice], otherwise: SQLExpression)
  case query(SQLQuery)
  /// `(a, b)`
  case row([SQLExpression])

  case comparison(Comparison, SQLExpression, SQLExpression)
  case isNull(SQLExpression, isNot: Bool)
  /// `IS TRUE`, which is never NULL, so that it differs from its value in `NOT`, in a comparison and in a CHECK.
  case isTruth(SQLExpression, Bool, isNot: Bool)
  case isIn(SQLExpression, [SQLExpression], isNot: Bool)
  case isInQuery(SQLExpression, SQLQuery, isNot: Bool)
  case isLike(SQLExpression, String, PatternWords.Style, isNot: Bool)
  case exists(SQLQuery, isNot: Bool)
  case all([SQLExpression])
  case any([SQLExpression])
  case not(SQLExpression)

  enum Comparison: String {
    case equal = "="
    case unequal = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case same = "IS"
    case different = "IS NOT"
  }

  /// `WHEN condition THEN value`
  struct Choice: Hashable, Sendable {
    var condition: SQLExpression
    var value: SQLExpression
  }
}

extension SQLExpression {
  /// True where the expression is false, and NULL where it is NULL.
  var negation: SQLExpression {
    switch self {
    case .comparison(let comparison, let left, let right):
      .comparison(comparison.negation, left, right)
    case .isNull(let value, let isNot): .isNull(value, isNot: !isNot)
    case .isTruth(let value, let truth, let isNot): .isTruth(value, truth, isNot: !isNot)
    case .isIn(let value, let list, let isNot): .isIn(value, list, isNot: !isNot)
    case .isInQuery(let value, let query, let isNot): .isInQuery(value, query, isNot: !isNot)
    case .isLike(let value, let pattern, let style, let isNot):
      .isLike(value, pattern, style, isNot: !isNot)
    case .exists(let query, let isNot): .exists(query, isNot: !isNot)
    case .all(let parts): .any(parts.map(\.negation))
    case .any(let parts): .all(parts.map(\.negation))
    case .not(let value): value
    case .truth(let value): .truth(!value)
    default: .not(self)
    }
  }

  /// A condition that is never NULL as the 1 or 0 that a column stores.
  var withAnswers: SQLExpression {
    switch self {
    case .isNull, .exists:
      .choice([Choice(condition: self, value: .number("1"))], otherwise: .number("0"))
    default: self
    }
  }

  /// Whether it is a number, a text or NULL.
  var isLiteral: Bool {
    switch self {
    case .null, .number, .text, .truth: true
    case .negative(let value): value.isLiteral
    default: false
    }
  }

  var isColumn: Bool { if case .column = self { true } else { false } }

  /// Whether it is a call of an aggregate function.
  var isAggregate: Bool {
    guard case .call(let name, let arguments) = self else { return false }
    return ["COUNT", "SUM", "AVG"].contains(name)
      || ["MIN", "MAX"].contains(name) && arguments.count == 1
  }

  /// Whether an aggregate function of SQLite is called in it, but not in a subquery: its query has one row.
  var isAggregated: Bool {
    if case .call(let name, _) = self, Self.otherAggregates.contains(name) { return true }
    return isAggregate || parts.contains(where: \.isAggregated)
  }

  private static let scalars: Set = [
    "ABS", "COALESCE", "DATE", "DATETIME", "HEX", "IFNULL", "INSTR", "JSON_EXTRACT", "LENGTH",
    "LOWER", "LTRIM", "NULLIF", "REPLACE", "ROUND", "RTRIM", "STRFTIME", "SUBSTR", "TRIM", "TYPEOF",
    "UPPER",
  ]

  private static let otherAggregates: Set = [
    "TOTAL", "GROUP_CONCAT", "STRING_AGG", "JSON_GROUP_ARRAY", "JSON_GROUP_OBJECT",
    "JSONB_GROUP_ARRAY", "JSONB_GROUP_OBJECT",
  ]

  /// Whether a function is called in it, which may be an aggregate of the app.
  var hasCall: Bool {
    switch self {
    case .call(let name, let values):
      !Self.scalars.contains(name) || values.contains(where: \.hasCall)
    case .query, .exists, .isInQuery: true
    default: parts.contains(where: \.hasCall)
    }
  }

  /// The expressions of which it consists, without those of subqueries.
  var parts: [SQLExpression] {
    switch self {
    case .null, .number, .text, .blob, .truth, .column, .star, .query, .exists: []
    case .call(_, let values), .row(let values), .all(let values), .any(let values): values
    case .negative(let value), .cast(let value, _), .collated(let value, _), .isNull(let value, _),
      .isTruth(let value, _, _), .isLike(let value, _, _, _), .isInQuery(let value, _, _),
      .not(let value):
      [value]
    case .operation(_, let left, let right), .comparison(_, let left, let right): [left, right]
    case .choice(let choices, let otherwise):
      choices.flatMap { [$0.condition, $0.value] } + [otherwise]
    case .isIn(let value, let list, _): [value] + list
    }
  }
}

extension SQLExpression.Comparison {
  var negation: Self {
    switch self {
    case .equal: .unequal
    case .unequal: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    case .same: .different
    case .different: .same
    }
  }

  /// The comparison with its sides exchanged.
  var flipped: Self {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}
