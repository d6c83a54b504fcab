import SQLScriptsSQL
import SQLScriptsSchema

extension QueryWords {
  private func isCount(_ value: SQLExpression, _ inner: ExpressionScope) -> Bool {
    guard case .call("COUNT", let counted) = value, let first = counted.first else { return false }
    if case .number = first { return true }
    return first == .star || column(first, inner)?.isNeverNull == true
  }

  /// What a comparison of the number of rows with 0 says; nil for others.
  func existence(
    _ query: SQLQuery, _ comparison: SQLExpression.Comparison, _ digits: String
  ) -> SQLExpression? {
    guard query.groups.isEmpty, query.having == nil, query.limit == nil, query.values.count == 1,
      let inner = scope.inside(query), isCount(query.values[0], inner)
    else { return nil }
    var rows = query
    rows.values = [.star]
    switch (comparison, digits) {
    case (.equal, "0"), (.same, "0"), (.lessOrEqual, "0"), (.less, "1"):
      return .exists(rows, isNot: true)
    case (.greater, "0"), (.unequal, "0"), (.different, "0"), (.greaterOrEqual, "1"):
      return .exists(rows, isNot: false)
    default: return nil
    }
  }

  /// “**user** has more than 3 rows in which **age** has no value”
  func counting(
    _ query: SQLQuery, _ comparison: SQLExpression.Comparison, _ digits: String
  ) -> Clause? {
    // No count is negative or a fraction, and a comparison with 0 is about whether there are rows.
    guard let number = Int(digits), number > 0,
      query.groups.isEmpty, query.having == nil, query.limit == nil, query.values.count == 1,
      let inner = scope.inside(query), inner.sources.count == 1, isCount(query.values[0], inner),
      let limits = limits(query.conditions, inner)
    else { return nil }
    let amount: String
    switch comparison {
    case .equal, .same: amount = "exactly"
    case .less: amount = "fewer than"
    case .lessOrEqual: amount = "at most"
    case .greater: amount = "more than"
    case .greaterOrEqual: amount = "at least"
    case .unequal, .different: return nil
    }
    let rows = number == 1 ? "row" : "rows"
    return Clause(
      subject: "\(name: inner.sources[0].name)",
      predicate: "has \(amount) \(String(number)) \(rows)\(limits)")
  }

  /// “the **title** of the row of **team** in which …”
  func value(_ query: SQLQuery) -> Words? {
    guard query.groups.isEmpty, query.having == nil, let value = query.values.first,
      !query.isOrdered, query.hasRows,
      let inner = scope.inside(query)
    else { return nil }
    guard inner.sources.count == 1, let limits = limits(query.conditions, inner) else {
      return inner.sources.isEmpty && query.conditions.isEmpty && query.values.count == 1
        ? NounWords(scope: scope).value(value) : nil
    }
    let table = inner.sources[0].name
    if query.values.count == 1, isCount(value, inner) {
      return "the number of rows of \(name: table)\(limits)"
    }
    if query.values.count == 1, value.isAggregate {
      guard case .call = value, let noun = NounWords(scope: inner).noun(value) else { return nil }
      return "\(noun.words) among the rows of \(name: table)\(limits)"
    }
    let columns = query.values.filter(inner.owns).compactMap { column($0, inner) }
    guard columns.count == query.values.count, columns.allSatisfy({ $0.name != nil }),
      let own = columns.first
    else { return nil }
    let isOne = query.conditions.contains { condition in
      guard case .comparison(.equal, let left, let right) = condition else { return false }
      return [left, right].contains { side in
        column(side, inner).flatMap(\.name).map { own.table?.uniqueKeys().contains([$0]) == true }
          ?? false
      }
    }
    // SQLite takes the first of several rows.
    let row: Words = isOne ? "the row" : "the first row found"
    return "the \(columns.map(\.words).list()) of \(row) of \(name: table)\(limits)"
  }
}
