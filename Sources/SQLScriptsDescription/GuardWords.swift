import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// The queries of `require`, `verify` and `onlyIf` in words.
struct GuardWords {
  let sql: String
  /// The schema when the query runs.
  let schema: SchemaSnapshot
  /// What SQLite said about it; nil if it ran.
  var error: SQLiteError?

  /// Whether it was stopped: it may never end, or needs too much memory.
  var isStopped: Bool { error?.code.isOfLimit ?? false }

  /// “its query was stopped because it may never end”; nil if it ran.
  func failure(of what: Words) -> Words? {
    guard let error else { return nil }
    guard isStopped else { return "\(what) fails: \(code: error.message)" }
    return error.code.primary == .interrupted
      ? "\(what) was stopped because it may never end"
      : "\(what) was stopped: \(code: error.message)"
  }

  private var query: SQLQuery? {
    let text = SQLText(sql)
    return ExpressionReader(text, text.indices).query
  }

  private var scope: ExpressionScope {
    var scope = ExpressionScope()
    scope.schema = schema
    return scope
  }

  /// `SELECT 1`
  var isAlwaysTrue: Bool {
    guard let query, query.sources.isEmpty, query.conditions.isEmpty, query.values.count == 1,
      case .number(let digits)? = query.values.first
    else { return false }
    return query.hasRows && Int(digits).map { $0 != 0 } == true
  }

  /// Whether it finds a row in every database: `SELECT count(*) FROM user`.
  var alwaysFindsRow: Bool {
    guard let query, query.groups.isEmpty, query.having == nil, query.limit == nil else {
      return false
    }
    return query.values.contains(where: \.isAggregate)
      || query.sources.isEmpty && query.conditions.isEmpty
  }

  /// “**user** has a row in which **email** has no value”, “a query finds a row”
  var finding: Words {
    query.flatMap { words($0.existence) } ?? "a query finds a row\(aside: "Query", sql)"
  }

  /// “**user** has a column **age**”, “the result of a query is true”
  var truth: Words {
    query.flatMap(\.truth).flatMap(words) ?? "the result of a query is true\(aside: "Query", sql)"
  }

  /// That what the query asks for is not so.
  var untruth: Words {
    if case .exists(let query, let isNot)? = query.flatMap(\.truth),
      let words = words(.exists(query, isNot: !isNot))
    {
      return words
    }
    return "the result of a query is not true\(aside: "Query", sql)"
  }

  private func words(_ condition: SQLExpression?) -> Words? {
    condition.flatMap { ConditionReading(scope: scope).tree($0)?.words() }
  }
}

extension SQLQuery {
  /// That it finds a row.
  fileprivate var existence: SQLExpression? {
    if !sources.isEmpty { return .exists(self, isNot: false) }
    // An aggregate returns a row even if the condition is false.
    guard groups.isEmpty, having == nil, limit == nil, !values.contains(where: \.hasCall) else {
      return nil
    }
    return conditions.isEmpty ? nil : .all(conditions)
  }

  /// That its first value is true; nil if that depends on the row that comes first.
  fileprivate var truth: SQLExpression? {
    guard values.count == 1, let value = values.first, groups.isEmpty, having == nil, limit == nil
    else { return nil }
    if sources.isEmpty { return conditions.isEmpty ? value : nil }
    var rows = self
    rows.values = [.star]
    switch value {
    case .call("COUNT", [.star]): return .exists(rows, isNot: false)
    case .comparison(let comparison, .call("COUNT", [.star]), .number(let digits)):
      switch (comparison, digits) {
      case (.equal, "0"), (.less, "1"), (.same, "0"), (.lessOrEqual, "0"):
        return .exists(rows, isNot: true)
      case (.greater, "0"), (.greaterOrEqual, "1"), (.unequal, "0"):
        return .exists(rows, isNot: false)
      case (.equal, "1") where CatalogWords.existence(rows, isNot: false) != nil:
        return .exists(rows, isNot: false)
      default:
        rows.values = [.call("COUNT", [.star])]
        return .comparison(comparison, .query(rows), .number(digits))
      }
    case .number(let digits) where Int(digits).map { $0 != 0 } == true:
      return .exists(rows, isNot: false)
    default: return nil
    }
  }
}
