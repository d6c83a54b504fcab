import SQLScriptsSQL
import SQLScriptsSchema

extension ExpressionReader {
  mutating func disjunction() -> SQLExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.manyLevels, var parts = conjunction().map({ [$0] }) else { return nil }
    while accept("OR") {
      guard let next = conjunction() else { return nil }
      if case .any(let more) = next { parts += more } else { parts.append(next) }
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() -> SQLExpression? {
    guard var parts = inversion().map({ [$0] }) else { return nil }
    while accept("AND") {
      guard let next = inversion() else { return nil }
      if case .all(let more) = next { parts += more } else { parts.append(next) }
    }
    guard parts.count > 1 else { return parts.first }
    if case .all(let more) = parts[0] { parts.replaceSubrange(0...0, with: more) }
    return .all(parts)
  }

  private mutating func inversion() -> SQLExpression? {
    var isNegated = false
    while accept("NOT") { isNegated.toggle() }
    guard let value = equality() else { return nil }
    return isNegated ? value.negation : value
  }

  private mutating func equality() -> SQLExpression? {
    let start = count
    guard var left = order() else { return nil }
    while !isAtEnd {
      if let sign = anyOperator(["=", "==", "<>", "!="]) {
        guard let right = order() else { return nil }
        left = .comparison(["=", "=="].contains(sign) ? .equal : .unequal, left, right)
      } else if accept("ISNULL") {
        left = .isNull(left, isNot: false)
      } else if accept("NOTNULL") || accept("NOT", "NULL") {
        left = .isNull(left, isNot: true)
      } else if accept("IS") {
        guard let value = identity(left) else { return nil }
        left = value
      } else {
        let isNot =
          ["IN", "LIKE", "GLOB", "BETWEEN"].contains(sql.word(place + 1)) && accept("NOT")
        if accept("IN") {
          guard let value = membership(left, isNot: isNot) else { return nil }
          left = value
        } else if let style = PatternWords.Style.allCases.first(where: { accept($0.rawValue) }) {
          guard let pattern = pattern() else { return nil }
          left = .isLike(left, pattern, style, isNot: isNot)
        } else if accept("BETWEEN") {
          guard repeats(since: start), let low = order(), accept("AND"), let high = order() else {
            return nil
          }
          let range = SQLExpression.all([
            .comparison(.greaterOrEqual, left, low), .comparison(.lessOrEqual, left, high),
          ])
          left = isNot ? range.negation : range
        } else {
          return isNot ? nil : left
        }
      }
    }
    return left
  }

  mutating func order() -> SQLExpression? {
    guard let left = sum() else { return nil }
    guard let sign = anyOperator(["<", "<=", ">", ">="]) else { return left }
    // `a < b < c` compares a truth value.
    guard let right = sum(), let comparison = SQLExpression.Comparison(rawValue: sign) else {
      return nil
    }
    return .comparison(comparison, left, right)
  }
}
