/// Conditions whose result does not depend on any row: `1 = 1`, `NOT 0`, `name = NULL`.
extension SQLExpression {
  /// Whether it is true in every database, or in none; nil if that depends.
  var isTrue: Bool? {
    switch self {
    case .number(let digits): return Int(digits).map { $0 != 0 }
    case .truth(let value): return value
    case .null: return false
    case .not(.null): return false
    case .not(let value) where value.isLiteral: return value.isTrue.map { !$0 }
    case .comparison(let comparison, let left, let right):
      return Self.compares(comparison, left, right) ?? comparison.ofItself(left, right)
    case .all(let parts):
      if parts.contains(where: { $0.isTrue == false }) { return false }
      return parts.allSatisfy { $0.isTrue == true } ? true : nil
    case .any(let parts):
      if parts.contains(where: { $0.isTrue == true }) { return true }
      return parts.allSatisfy { $0.isTrue == false } ? false : nil
    default: return nil
    }
  }

  /// The result of a comparison of literals that are stored as they are; nil for others.
  static func compares(
    _ comparison: Comparison, _ left: SQLExpression, _ right: SQLExpression
  ) -> Bool? {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      guard let left = Int(left), let right = Int(right) else { return nil }
      return comparison.holds(left, right, <)
    case (.text(let left), .text(let right)):
      // The order of texts is that of their bytes.
      return comparison.holds(Array(left.utf8), Array(right.utf8)) {
        $0.lexicographicallyPrecedes($1)
      }
    // Other comparisons with NULL are NULL.
    case (.null, _), (_, .null): return [.same, .different].contains(comparison) ? nil : false
    default: return nil
    }
  }

  /// Without parts that change nothing about whether it is true: `1 = 1 AND`, `OR 1 = 0`.
  var withoutConstants: SQLExpression {
    switch self {
    case .all(let parts): Self.one(of: parts.filter { $0.isTrue != true }, else: self) { .all($0) }
    case .any(let parts): Self.one(of: parts.filter { $0.isTrue != false }, else: self) { .any($0) }
    default: self
    }
  }

  private static func one(
    of parts: [SQLExpression], else whole: SQLExpression,
    _ several: ([SQLExpression]) -> SQLExpression
  ) -> SQLExpression {
    parts.isEmpty ? whole : parts.count == 1 ? parts[0].withoutConstants : several(parts)
  }

  var isNumber: Bool { if case .number = self { true } else { false } }
}

extension SQLExpression.Comparison {
  /// Whether a column is like itself: no value, not even NULL, is less than itself or different.
  fileprivate func ofItself(_ left: SQLExpression, _ right: SQLExpression) -> Bool? {
    guard left.isColumn, left == right else { return nil }
    switch self {
    case .less, .greater, .unequal, .different: return false
    case .same: return true
    // Only NULL is not equal to itself.
    case .equal, .lessOrEqual, .greaterOrEqual: return nil
    }
  }

  /// Whether it is true for two values that are not NULL.
  fileprivate func holds<Value: Equatable>(
    _ left: Value, _ right: Value, _ precedes: (Value, Value) -> Bool
  ) -> Bool {
    switch self {
    case .equal, .same: left == right
    case .unequal, .different: left != right
    case .less: precedes(left, right)
    case .lessOrEqual: left == right || precedes(left, right)
    case .greater: precedes(right, left)
    case .greaterOrEqual: left == right || precedes(right, left)
    }
  }
}
