import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The only source of UPDATE … FROM, if that is a query: `FROM (SELECT a, sum(n) AS n FROM t GROUP BY a) AS s`.
///
/// What it says of `s` is said of `t` instead. Without groups, each row of the query is one of `t`. With groups that
/// the condition finds by their values, `s.n` is `(SELECT sum(n) FROM t WHERE t.a = user.id)`.
struct JoinedQuery {
  /// Whether each of its rows is one of its table. If not, its rows are told as a query for each row that changes.
  let isPlain: Bool
  /// The table with the name of the query.
  let source: ExpressionScope.Source
  private let query: SQLQuery
  private let values: [SQLName: SQLExpression]
  private let target: ExpressionScope.Source

  /// Nil for what is anything else.
  ///
  /// - Parameters:
  ///   - from: the tokens after FROM.
  ///   - target: the table that changes.
  init?(
    _ statement: RehearsedStatement, from: Range<Int>, changing target: ExpressionScope.Source,
    in scope: ExpressionScope
  ) {
    guard let joined = statement.queries(in: from).first, joined.isWhole,
      let query = ExpressionReader(statement, joined.query, texts: statement.doubleQuotedTexts)
        .query,
      query.sources.count == 1, query.limit == nil, !query.isDistinct, query.having == nil,
      query.sources[0].arguments.isEmpty, query.sources[0].renamed.isEmpty,
      query.sources[0].visible == nil, !scope.commonTables.contains(query.sources[0].name),
      let table = scope.schema[query.sources[0].name], target.table != nil,
      joined.columns.isEmpty || joined.columns.count == query.values.count,
      target.qualifier != joined.name
    else { return nil }
    var values: [SQLName: SQLExpression] = [:]
    // Its columns get the name of the query, which none of the other table has.
    let renamed = { (expression: SQLExpression) in
      expression.mapping { column, qualifier in
        table.column(column.text) != nil
          && (qualifier == nil || qualifier == query.sources[0].qualifier)
          ? .column(column, qualifier: joined.name) : nil
      }
    }
    for (place, value) in query.values.enumerated() {
      var name = joined.columns.isEmpty ? query.names[place] : joined.columns[place]
      if name == nil, case .column(let column, _) = value { name = column }
      guard let name, values[name] == nil, let value = renamed(value) else { return nil }
      values[name] = value
    }
    isPlain = query.groups.isEmpty && !query.values.contains(where: \.hasCall)
    source = ExpressionScope.Source(table, as: joined.name)
    (self.values, self.target) = (values, target)
    let (conditions, groups) = (query.conditions, query.groups)
    var own = SQLQuery()
    own.sources = [SQLQuery.Source(name: SQLName(table.name), qualifier: joined.name)]
    own.conditions = conditions.compactMap(renamed)
    own.groups = groups.compactMap(renamed)
    guard own.conditions.count == conditions.count, own.groups.count == groups.count,
      own.groups.allSatisfy(values.values.contains)
    else { return nil }
    self.query = own
  }

  /// With the columns of its table; nil if that is not possible.
  ///
  /// - Parameter condition: the parts of the WHERE.
  func resolved(_ expression: SQLExpression, where condition: [SQLExpression]) -> SQLExpression? {
    if isPlain { return expression.mapping(plain) }
    guard let keys = keys(condition) else { return nil }
    var rows = query
    rows.groups = []
    rows.conditions += zip(query.groups, keys).map { .comparison(.equal, $0, $1) }
    return expression.mapping { column, qualifier in
      guard let value = value(of: column, qualifier) else { return own(column, qualifier) }
      if let place = query.groups.firstIndex(of: value) { return keys[place] }
      rows.values = [value]
      return value.isAggregated ? .query(rows) : nil
    }
  }

  /// The parts of the WHERE, about its table.
  func resolved(_ parts: [SQLExpression]) -> [SQLExpression]? {
    if isPlain {
      let own = parts.compactMap { $0.mapping(plain) }
      return own.count == parts.count ? own + query.conditions : nil
    }
    guard let keys = keys(parts) else { return nil }
    var rows = query
    rows.groups = []
    rows.values = [.star]
    rows.conditions += zip(query.groups, keys).map { .comparison(.equal, $0, $1) }
    let others = parts.filter { key($0) == nil }.map { resolved($0, where: parts) }
    let known = others.compactMap { $0 }
    guard known.count == others.count else { return nil }
    return (query.groups.isEmpty ? [] : [.exists(rows, isNot: false)]) + known
  }

  private func plain(_ column: SQLName, _ qualifier: SQLName?) -> SQLExpression? {
    value(of: column, qualifier) ?? own(column, qualifier)
  }

  private func value(of column: SQLName, _ qualifier: SQLName?) -> SQLExpression? {
    qualifier == nil && target.has(column) || qualifier ?? source.qualifier != source.qualifier
      ? nil : values[column]
  }

  private func own(_ column: SQLName, _ qualifier: SQLName?) -> SQLExpression? {
    target.has(column) && qualifier ?? target.qualifier == target.qualifier
      ? .column(column, qualifier: target.qualifier) : nil
  }

  /// What the groups are equal to; nil if that is not known of each of them.
  private func keys(_ parts: [SQLExpression]) -> [SQLExpression]? {
    let pairs = parts.compactMap(key)
    guard pairs.count == query.groups.count else { return nil }
    let keys = query.groups.compactMap { group in pairs.first { $0.group == group }?.key }
    return keys.count == query.groups.count ? keys : nil
  }

  /// `s.a = user.id`
  private func key(_ part: SQLExpression) -> (group: SQLExpression, key: SQLExpression)? {
    guard case .comparison(.equal, let left, let right) = part else { return nil }
    for (side, other) in [(left, right), (right, left)] {
      guard case .column(let column, let qualifier) = side,
        let value = value(of: column, qualifier), query.groups.contains(value),
        let key = other.mapping(own)
      else { continue }
      return (value, key)
    }
    return nil
  }
}
