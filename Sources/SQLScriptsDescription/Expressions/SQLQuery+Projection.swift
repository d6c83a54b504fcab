import SQLScriptsSQL

/// A subquery in FROM that only chooses and renames columns of one table.
extension SQLQuery {
  /// Its table as a source; nil if it does anything else.
  var projected: Source? {
    guard var source = sources.first, sources.count == 1, source.arguments.isEmpty,
      source.renamed.isEmpty, conditions.isEmpty, groups.isEmpty, having == nil, limit == nil,
      !isDistinct, !values.contains(where: \.hasCall)
    else { return nil }
    var columns: (old: Set<SQLName>, new: Set<SQLName>) = ([], [])
    for (place, value) in values.enumerated() {
      switch value {
      case .star: continue
      case .column(let name, _):
        columns.old.insert(name)
        columns.new.insert(names[place] ?? name)
        guard let new = names[place], new != name else { continue }
        source.renamed[new] = .column(name, qualifier: nil)
      case .null, .number, .text, .truth:
        guard let new = names[place] else { return nil }
        source.renamed[new] = value
      default: return nil
      }
    }
    if values.contains(.star) { return columns.old == columns.new ? source : nil }
    source.visible = columns.old
    source.hidden = columns.old.subtracting(columns.new)
    return source
  }

  /// With the columns of tables instead of the names in subqueries; nil if a name is used where it cannot be replaced.
  var withProjectedNames: SQLQuery? {
    let renamed = sources.reduce(into: [SQLName: SQLExpression]()) { all, source in
      all.merge(source.renamed) { first, _ in first }
    }
    guard !renamed.isEmpty else { return self }
    guard sources.count == 1 else { return nil }
    var query = self
    // Such a name is one of another table, or none at all.
    let hidden = Dictionary(
      uniqueKeysWithValues: sources[0].hidden.map { ($0, SQLExpression.null) })
    guard !conditions.contains(where: { $0.mentions(hidden) }) else { return nil }
    let parts = values + groups + [having].compactMap { $0 }
    guard !parts.contains(where: { $0.mentions(renamed) }) else { return nil }
    query.conditions = []
    for condition in conditions {
      guard let condition = condition.replacing(renamed) else { return nil }
      query.conditions.append(condition)
    }
    query.sources[0].renamed = [:]
    return query
  }
}

extension SQLExpression {
  /// Whether a column has one of some names, or what is in it is not known.
  fileprivate func mentions(_ names: [SQLName: SQLExpression]) -> Bool {
    switch self {
    case .star: false
    default: replacing(names) != self
    }
  }

  /// With values instead of columns; nil for what is too rare for words.
  fileprivate func replacing(_ names: [SQLName: SQLExpression]) -> SQLExpression? {
    mapping(keeping: { !$0.mentions(names) }) { names[$0] ?? .column($0, qualifier: $1) }
  }
}

extension SQLQuery {
  fileprivate func mentions(_ names: [SQLName: SQLExpression]) -> Bool {
    (values + conditions + groups + [having].compactMap { $0 }).contains { $0.mentions(names) }
  }
}
