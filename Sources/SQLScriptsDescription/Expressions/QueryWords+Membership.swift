import SQLScriptsSQL
import SQLScriptsSchema

extension QueryWords {
  func membership(_ value: SQLExpression, _ query: SQLQuery, isNot: Bool) -> Clause? {
    // LIMIT leaves some of the values, and not always the same ones.
    guard query.limit == nil, let inner = scope.inside(query), inner.sources.count == 1 else {
      return nil
    }
    if !query.groups.isEmpty { return repeated(value, query, inner, isNot: isNot) }
    guard query.having == nil, query.values.count == 1,
      let own = column(query.values[0], inner), own.name != nil, inner.owns(query.values[0]),
      let suffix = ExpressionScope.suffix(
        scope.ownCollation(value) ?? inner.ownCollation(query.values[0]) ?? ExpressionScope.binary),
      let limits = limits(query.conditions, inner),
      var clause = ConditionReading(scope: scope).subject(value)
    else { return nil }
    // NOT IN is never true if there is a NULL among the values.
    if isNot, column(value, scope)?.isNeverNull != true { return nil }
    let null = SQLExpression.isNull(query.values[0], isNot: true)
    let exception: Words =
      !isNot || own.isNeverNull || query.conditions.contains(null)
      ? "" : " (never so if one of them has no \(own.words))"
    clause.predicate = isIn(
      own.words, of: inner.sources[0].name, suffix + limits + exception, isNot: isNot)
    return clause
  }

  /// What finds rows with equal values: `rowid NOT IN (SELECT min(rowid) … GROUP BY a)`. With IN, it finds the others.
  private func repeated(
    _ value: SQLExpression, _ query: SQLQuery, _ inner: ExpressionScope, isNot: Bool
  ) -> Clause? {
    let isOwn = scope.sources.count == 1 && scope.sources[0].table?.name == inner.sources[0].name
    let columns = query.groups.compactMap { column($0, inner)?.name?.text }
    guard isOwn, columns.count == query.groups.count, query.values.count > 0,
      inner.agreesOnCase(query.groups)
    else { return nil }
    if query.having == nil, query.conditions.isEmpty,
      case .call(let function, let arguments) = query.values[0], arguments.count == 1,
      ["MIN", "MAX"].contains(function), let own = column(arguments[0], inner),
      let outer = column(value, scope), outer.isRowID, own.isRowID
    {
      let (article, row) = function == "MIN" ? ("an", "earlier row") : ("a", "later row")
      // GROUP BY takes rows without a value for one.
      let isNever = query.groups.allSatisfy { column($0, inner)?.isNeverNull == true }
      return Clause(
        subject: Words("\(isNot ? article : "no") \(row)"),
        predicate: "has the same \(columns.names)\(isNever ? "" : " (or none)")")
    }
    let keys = if case .row(let values) = value { values } else { [value] }
    let names = keys.compactMap { column($0, scope)?.name }
    let values = query.values.compactMap { column($0, inner)?.name }
    guard !isNot, query.isRepetition, names == values, names == columns.map({ SQLName($0) }),
      query.conditions.allSatisfy({ condition in
        query.groups.contains { condition == .isNull($0, isNot: true) }
      })
    else { return nil }
    let verb = columns.count == 1 ? "is" : "are"
    return Clause(
      subject: columns.names, predicate: "\(verb) the same as in another row")
  }
}

extension ExpressionScope.Column {
  /// Whether it numbers the rows in the order of their creation.
  fileprivate var isRowID: Bool {
    column == nil || table?.rowIDAlias.map { SQLName($0.name) } == column.map { SQLName($0.name) }
  }
}
