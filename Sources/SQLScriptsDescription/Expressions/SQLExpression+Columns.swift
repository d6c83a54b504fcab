import SQLScriptsSQL

extension SQLExpression {
  /// With other values instead of its columns; nil if there is none for one, and for what is too rare for words.
  ///
  /// - Parameter keeps: whether a query of IN, which has names of its own, means the same then.
  func mapping(
    keeping keeps: (SQLQuery) -> Bool = { _ in false },
    _ value: (_ column: SQLName, _ qualifier: SQLName?) -> SQLExpression?
  ) -> SQLExpression? {
    func all(_ parts: [SQLExpression]) -> [SQLExpression]? {
      let new = parts.compactMap { $0.mapping(keeping: keeps, value) }
      return new.count == parts.count ? new : nil
    }
    switch self {
    case .null, .number, .text, .blob, .truth, .star: return self
    case .column(let name, let qualifier): return value(name, qualifier)
    case .isNull(let part, let isNot):
      return part.mapping(keeping: keeps, value).map { .isNull($0, isNot: isNot) }
    case .not(let part): return part.mapping(keeping: keeps, value).map { .not($0) }
    case .negative(let part): return part.mapping(keeping: keeps, value).map { .negative($0) }
    case .isLike(let part, let pattern, let style, let isNot):
      return part.mapping(keeping: keeps, value).map {
        .isLike($0, pattern, style, isNot: isNot)
      }
    case .all(let parts): return all(parts).map { .all($0) }
    case .any(let parts): return all(parts).map { .any($0) }
    case .row(let parts): return all(parts).map { .row($0) }
    case .call(let name, let parts): return all(parts).map { .call(name, $0) }
    case .operation(let sign, let left, let right):
      return all([left, right]).map { .operation(sign, $0[0], $0[1]) }
    case .comparison(let comparison, let left, let right):
      return all([left, right]).map { .comparison(comparison, $0[0], $0[1]) }
    case .isIn(let part, let list, let isNot):
      return all([part] + list).map { .isIn($0[0], Array($0.dropFirst()), isNot: isNot) }
    case .isInQuery(let part, let query, let isNot):
      guard keeps(query) else { return nil }
      return part.mapping(keeping: keeps, value).map { .isInQuery($0, query, isNot: isNot) }
    case .cast(let part, let type):
      return part.mapping(keeping: keeps, value).map { .cast($0, to: type) }
    case .choice(let choices, let otherwise):
      return all(choices.flatMap { [$0.condition, $0.value] } + [otherwise]).map { parts in
        let new = choices.indices.map { Choice(condition: parts[2 * $0], value: parts[2 * $0 + 1]) }
        return .choice(new, otherwise: parts[2 * choices.count])
      }
    default: return nil
    }
  }
}
