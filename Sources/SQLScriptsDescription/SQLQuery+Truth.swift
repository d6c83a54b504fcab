import SQLScriptsSQL

/// What a query of `require`, `verify` or `onlyIf` asks for, as a condition.
extension SQLQuery {
  /// That it finds a row.
  var existence: SQLExpression? {
    if let having, groups.isEmpty {
      guard leavesFirst else { return nil }
      var rows = self
      rows.having = nil
      return having.counted(in: rows)
    }
    if !sources.isEmpty { return .exists(self, isNot: false) }
    // An aggregate returns a row even if the condition is false.
    guard groups.isEmpty, having == nil, leavesFirst, !values.contains(where: \.hasCall) else {
      return nil
    }
    return conditions.isEmpty ? nil : condition
  }

  /// That its first value is true; nil if that depends on the row that comes first.
  var truth: SQLExpression? {
    guard values.count == 1, let value = values.first, groups.isEmpty, leavesFirst else {
      return nil
    }
    if let having {
      let isTrue =
        value.isTrue == true || value == .call("COUNT", [.star]) && having.countsRows
      return isTrue ? existence : nil
    }
    if sources.isEmpty {
      if conditions.isEmpty { return value.condition }
      // Without a row, nothing is true.
      return value.isTrue == true ? condition : nil
    }
    if value.isTrue == true { return .exists(rows, isNot: false) }
    if value == .call("COUNT", [.star]) || isText(value) { return .exists(rows, isNot: false) }
    return value.condition.counted(in: self)
  }

  /// Whether a value is a column that equals a text, which is true unless it is a number.
  private func isText(_ value: SQLExpression) -> Bool {
    guard case .column(let name, let qualifier) = value else { return false }
    return conditions.contains { condition in
      guard case .comparison(.equal, .column(name, let other), .text(let text)) = condition,
        // The same column, not one of another table.
        sources.count == 1 || qualifier == other
      else { return false }
      return !text.isEmpty && Double(text) == nil
    }
  }

  private var condition: SQLExpression {
    conditions.count == 1 ? conditions[0].condition : .all(conditions.map(\.condition))
  }

  /// Whether LIMIT leaves the first row.
  private var leavesFirst: Bool { limit.map(\.isNumber) ?? true && hasRows }

  fileprivate var rows: SQLQuery {
    var rows = self
    rows.values = [.star]
    rows.limit = nil
    return rows
  }
}

extension SQLExpression {
  /// The condition about the rows of a query, instead of about the aggregates of its one row; nil for anything else.
  fileprivate func counted(in query: SQLQuery) -> SQLExpression? {
    guard case .comparison(let comparison, let value, .number(let digits)) = self,
      value.isAggregate
    else { return nil }
    var rows = query.rows
    switch (comparison, digits) {
    case _ where value != .call("COUNT", [.star]): break
    case (.equal, "0"), (.less, "1"), (.same, "0"), (.lessOrEqual, "0"):
      return .exists(rows, isNot: true)
    case (.greater, "0"), (.greaterOrEqual, "1"), (.unequal, "0"):
      return .exists(rows, isNot: false)
    case (.equal, "1") where CatalogWords.existence(rows, isNot: false) != nil:
      return .exists(rows, isNot: false)
    default: break
    }
    rows.values = [value]
    return .comparison(comparison, .query(rows), .number(digits))
  }

  /// `count(*) > 3`, and others that no query without rows meets.
  fileprivate var countsRows: Bool {
    guard case .comparison(let comparison, .call("COUNT", [.star]), .number(let digits)) = self,
      let number = Int(digits)
    else { return false }
    switch comparison {
    case .greater: return number >= 0
    case .greaterOrEqual, .equal, .same: return number >= 1
    default: return false
    }
  }

  /// What a condition compares with 1 or 0, or turns into these with CASE.
  fileprivate var condition: SQLExpression {
    switch self {
    case .comparison(.equal, .exists(let query, let isNot), let number) where number.isNumber:
      switch number {
      case .number("1"): return .exists(query, isNot: isNot)
      case .number("0"): return .exists(query, isNot: !isNot)
      default: return self
      }
    case .comparison(let comparison, .query(let query), let number)
    where query.values == [.call("COUNT", [.star])] && query.groups.isEmpty
      && query.having == nil && query.limit == nil:
      let count = SQLExpression.comparison(comparison, .call("COUNT", [.star]), number)
      return count.counted(in: query) ?? self
    case .choice(let choices, let otherwise) where choices.count == 1:
      switch (choices[0].value.isTrue, otherwise.isTrue) {
      case (true?, false?): return choices[0].condition.condition
      case (false?, true?):
        // Another condition may be NULL.
        guard case .exists(let query, let isNot) = choices[0].condition else { return self }
        return .exists(query, isNot: !isNot)
      default: return self
      }
    default: return self
    }
  }
}
