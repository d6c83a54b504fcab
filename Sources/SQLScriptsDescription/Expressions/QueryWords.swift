import SQLScriptsSQL
import SQLScriptsSchema

/// A query in an expression: “**log** has a row in which **id** is 3”.
struct QueryWords {
  let scope: ExpressionScope
  typealias Clause = ConditionTree.Clause

  func existence(_ query: SQLQuery, isNot: Bool) -> Clause? {
    // An aggregate of no rows is a row.
    guard !query.groups.isEmpty || !query.values.contains(where: \.hasCall) else { return nil }
    if let known = CatalogWords.existence(query, isNot: isNot) { return known }
    guard query.hasRows, let inner = scope.inside(query), !query.sources.isEmpty else { return nil }
    if !query.groups.isEmpty { return isNot ? nil : repetition(query, inner) }
    guard query.having == nil else { return nil }
    if let match = match(query, inner) {
      return limits(match.rest, inner).map { limits in
        Clause(
          subject: match.outer.words, column: match.outer.name,
          predicate: isIn(
            match.own, of: inner.sources[0].name, match.suffix + limits, isNot: isNot),
          acceptsNoValue: isNot)
      }
    }
    guard let limits = limits(query.conditions, inner) else { return nil }
    guard inner.sources.count == 1 else {
      let tables = inner.sources.map(\.name).names
      return Clause(
        subject: "", predicate: "there are \(isNot ? "no " : "")rows of \(tables)" + limits)
    }
    let word: Words =
      limits.isEmpty ? (isNot ? "no rows" : "rows") : (isNot ? "no row" : "a row")
    return Clause(subject: "\(name: inner.sources[0].name)", predicate: "has \(word)\(limits)")
  }

  /// `EXISTS (SELECT 1 FROM log WHERE log.user = user.id)` is about a column around it.
  private func match(
    _ query: SQLQuery, _ inner: ExpressionScope
  ) -> (own: Words, outer: ExpressionScope.Column, suffix: Words, rest: [SQLExpression])? {
    guard inner.sources.count == 1 else { return nil }
    for (place, condition) in query.conditions.enumerated() {
      guard case .comparison(.equal, let left, let right) = condition else { continue }
      for (key, value) in [(left, right), (right, left)] {
        guard let own = column(key, inner), own.name != nil, inner.owns(key),
          !inner.owns(value), let outer = column(value, scope), outer.name != nil,
          let suffix = ExpressionScope.suffix(inner.collation(left, right))
        else { continue }
        var rest = query.conditions
        rest.remove(at: place)
        return (own.words, outer, suffix, rest)
      }
    }
    return nil
  }

  func column(
    _ expression: SQLExpression, _ scope: ExpressionScope
  ) -> ExpressionScope.Column? {
    guard case .column(let name, let qualifier) = expression else { return nil }
    return scope.column(name, qualifier: qualifier)
  }

  func isIn(_ column: Words, of table: String, _ limits: Words, isNot: Bool) -> Words {
    let start: Words = isNot ? "is not the \(column) of any row" : "is the \(column) of a row"
    return "\(start) of \(name: table)\(limits)"
  }

  /// “ in which **id** is 3”
  func limits(_ conditions: [SQLExpression], _ inner: ExpressionScope) -> Words? {
    if conditions.isEmpty { return "" }
    return ConditionReading(scope: inner).tree(.all(conditions))?.words().map { " in which " + $0 }
  }

  /// `GROUP BY a HAVING count(*) > 1`
  private func repetition(_ query: SQLQuery, _ inner: ExpressionScope) -> Clause? {
    guard let least = query.repetition, inner.sources.count == 1, inner.agreesOnCase(query.groups)
    else { return nil }
    let columns = query.groups.compactMap { column($0, inner) }
    guard columns.count == query.groups.count, let limits = limits(query.conditions, inner) else {
      return nil
    }
    let isEmpty = zip(query.groups, columns).contains { group, column in
      !column.isNeverNull && !query.conditions.contains(.isNull(group, isNot: true))
    }
    return Clause(
      subject: "\(name: inner.sources[0].name)",
      predicate:
        "has \(least == 2 ? "several" : "at least \(least)") rows with the same \(columns.map(\.words).list())"
        + (isEmpty ? " (or none)" : "") + (limits.isEmpty ? "" : ", among those" + limits))
  }
}
