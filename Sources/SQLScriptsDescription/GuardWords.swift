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

  /// Whether a script with it in `require` or `verify` has no effect, in every migration.
  var alwaysStops: Bool { alwaysFindsRow || isFailing }

  /// Whether it fails in every migration. One that was stopped may be only slow.
  private var isFailing: Bool { error != nil && !isStopped }

  /// “its query always finds a row”, of one that always stops the script.
  var stop: Words? {
    let reason = isFailing ? failure(of: "its query") : nil
    return reason ?? (alwaysFindsRow ? "its query always finds a row" : nil)
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
    guard let query, query.sources.isEmpty, query.values.count == 1 else { return false }
    return query.hasRows && (query.values + query.conditions).allSatisfy { $0.isTrue == true }
  }

  /// `SELECT 0`, `SELECT NULL`
  var isNeverTrue: Bool {
    guard error == nil, let query, query.sources.isEmpty, query.values.count == 1,
      let value = query.values.first
    else { return false }
    return value == .null || value == .text("") || value.isTrue == false
  }

  /// Whether it finds a row in every database: `SELECT count(*) FROM user`.
  var alwaysFindsRow: Bool {
    guard error == nil else { return false }
    if let pragma { return ["INTEGRITY_CHECK", "QUICK_CHECK"].contains(pragma.name) }
    guard let query, query.groups.isEmpty, query.having == nil, query.limit == nil else {
      return false
    }
    return query.values.contains(where: \.isAggregated)
      || query.sources.isEmpty && query.conditions.allSatisfy { $0.isTrue == true }
  }

  /// Whether it finds a row in no database: `SELECT 1 WHERE 1 = 0`.
  var neverFindsRow: Bool {
    guard error == nil, let query else { return false }
    let isOne = query.groups.isEmpty && query.values.contains(where: \.hasCall)
    return !query.hasRows && query.limit?.isNumber == true
      || !isOne && query.having == nil && query.conditions.contains { $0.isTrue == false }
  }

  /// “**user** has a row in which **email** has no value”, “a query finds a row”
  var finding: Words {
    if let pragma, pragma.name == "FOREIGN_KEY_CHECK" {
      let rows: Words = pragma.table.map { "a row of \(name: $0)" } ?? "a row"
      return "\(rows) refers to a row that does not exist"
    }
    return query.flatMap { words($0.existence) } ?? "a query finds a row\(aside: "Query", sql)"
  }

  /// A PRAGMA with its table; nil for other queries, and for other forms.
  private var pragma: (name: String, table: String?)? {
    let text = SQLText(sql)
    let count = text.indices.count { text.kind($0) != .semicolon }
    guard text.word(0) == "PRAGMA" else { return nil }
    if count == 2 { return (text.word(1), nil) }
    guard count == 5, text.kind(2) == .leftParenthesis, text.isName(3) else { return nil }
    return (text.word(1), schema[text.name(3)]?.name ?? text.name(3))
  }

  /// “**user** has a column **age**”, “the result of a query is true”
  var truth: Words {
    query.flatMap(\.truth).flatMap(words) ?? "the result of a query is true\(aside: "Query", sql)"
  }

  /// That what the query asks for is not so.
  var untruth: Words {
    // Only these are never NULL.
    switch query.flatMap(\.truth) {
    case .exists(let query, let isNot)?:
      if let words = words(.exists(query, isNot: !isNot)) { return words }
    case .comparison(let comparison, .query(let query), .number(let digits))?
    where query.values == [.call("COUNT", [.star])]:
      let negation = SQLExpression.comparison(
        comparison.negation, .query(query), .number(digits))
      if let words = words(negation) { return words }
    default: break
    }
    return "the result of a query is not true\(aside: "Query", sql)"
  }

  private func words(_ condition: SQLExpression?) -> Words? {
    condition.flatMap { ConditionReading(scope: scope).tree($0)?.words() }
  }
}
