import SQLScriptsSQL
import SQLScriptsSchema

/// A comparison of two values in words.
struct ComparisonWords {
  let scope: ExpressionScope
  typealias Clause = ConditionTree.Clause
  typealias Noun = NounWords.Noun

  func tree(
    _ comparison: SQLExpression.Comparison, _ left: SQLExpression, _ right: SQLExpression
  ) -> ConditionTree? {
    // A comparison with NULL is never true, so it has no words.
    guard left != .null, right != .null else { return nil }
    if case .number = left { return clauses(comparison.flipped, right, left) }
    if case .text = left { return clauses(comparison.flipped, right, left) }
    if let first = noun(left), first.form == .column, first.column?.name == nil,
      noun(right)?.column?.name != nil
    {
      return clauses(comparison.flipped, right, left)
    }
    return clauses(comparison, left, right)
  }

  private func noun(_ expression: SQLExpression) -> Noun? {
    NounWords(scope: scope).noun(expression)
  }

  private func clauses(
    _ comparison: SQLExpression.Comparison, _ left: SQLExpression, _ right: SQLExpression
  ) -> ConditionTree? {
    let (left, ignoresCase) = Self.uncollated(left)
    let (right, ignoresCaseToo) = Self.uncollated(right)
    guard let nouns = nouns(left, right) else { return nil }
    let suffix: Words = ignoresCase || ignoresCaseToo ? " (ignoring case)" : ""
    if let words = change(comparison, nouns.left, nouns.right) {
      return .clause(
        Clause(subject: words.subject, predicate: words.predicate + suffix, isPlural: true))
    }
    var clause = Clause(
      subject: nouns.left.words, column: nouns.left.column?.name, predicate: "")
    guard nouns.left.form != .literal else { return nil }
    if nouns.right.form == .literal {
      if comparison == .different {
        var none = clause
        none.predicate = Clause.noValue
        clause.predicate = "has a value other than " + nouns.right.words + suffix
        return .any([.clause(none), .clause(clause)])
      }
      clause.predicate = "\(Self.literal(comparison)) \(nouns.right.words)" + suffix
      if suffix.isEmpty, [.equal, .same].contains(comparison) {
        clause.literals = [nouns.right.words]
      }
      if suffix.isEmpty, comparison == .unequal { clause.others = [nouns.right.words] }
      if suffix.isEmpty, let bound = Self.bound(comparison) {
        clause.bound = "\(bound) \(nouns.right.words)"
      }
      return .clause(clause)
    }
    clause.acceptsNoValue = [.same, .different].contains(comparison)
    clause.predicate = predicate(comparison, nouns.right) + suffix
    return .clause(clause)
  }

  private func nouns(
    _ left: SQLExpression, _ right: SQLExpression
  ) -> (left: Noun, right: Noun)? {
    guard let left = noun(left),
      let right = NounWords(scope: scope).noun(right, in: left.column)
    else { return nil }
    return (left, right)
  }

  /// Only `COLLATE NOCASE` has words; the others are left in the expression, which has none then.
  private static func uncollated(_ value: SQLExpression) -> (SQLExpression, ignoresCase: Bool) {
    if case .collated(let inner, let name) = value, name == SQLName("NOCASE") {
      return (inner, true)
    }
    return (value, false)
  }

  /// What a trigger compares: the same column before and after.
  private func change(
    _ comparison: SQLExpression.Comparison, _ left: Noun, _ right: Noun
  ) -> (subject: Words, predicate: Words)? {
    guard let one = left.column, let other = right.column, let version = one.version,
      let otherVersion = other.version, version != otherVersion,
      let name = one.column?.name ?? one.version.map({ _ in bareName(one) }),
      SQLName(name) == SQLName(other.column?.name ?? bareName(other))
    else { return nil }
    let subject: Words = "its \(name: name)"
    switch comparison {
    case .different: return (subject, "changes")
    case .unequal: return (subject, "changes from one value to another")
    case .same: return (subject, "stays the same")
    default: return nil
    }
  }

  private func bareName(_ column: ExpressionScope.Column) -> String {
    if case .name(let name)? = column.words.pieces.last { name } else { "" }
  }

  private static func literal(_ comparison: SQLExpression.Comparison) -> String {
    if let bound = bound(comparison) { return "is " + bound }
    return [.equal, .same].contains(comparison) ? "is" : "has a value other than"
  }

  private static func bound(_ comparison: SQLExpression.Comparison) -> String? {
    switch comparison {
    case .less: "less than"
    case .lessOrEqual: "at most"
    case .greater: "greater than"
    case .greaterOrEqual: "at least"
    case .equal, .same, .unequal, .different: nil
    }
  }

  private func predicate(_ comparison: SQLExpression.Comparison, _ right: Noun) -> Words {
    let value = right.words
    if right.form == .time {
      switch comparison {
      case .less: return "is before \(value)"
      case .lessOrEqual: return "is not after \(value)"
      case .greater: return "is after \(value)"
      case .greaterOrEqual: return "is not before \(value)"
      default: break
      }
    }
    switch comparison {
    case .equal: return "has the same value as \(value)"
    case .unequal: return "has a value other than that of \(value)"
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return "\(Self.literal(comparison)) \(value)"
    case .same: return "is the same as \(value)"
    case .different: return "differs from \(value)"
    }
  }
}
