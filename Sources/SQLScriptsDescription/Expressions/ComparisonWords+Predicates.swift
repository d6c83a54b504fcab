import SQLScriptsSQL
import SQLScriptsSchema

extension ComparisonWords {
  /// What a trigger compares: the same column before and after.
  func change(
    _ comparison: SQLExpression.Comparison, _ left: Noun, _ right: Noun
  ) -> (subject: Words, predicate: Words, plural: Words)? {
    guard let one = left.column, let other = right.column, let version = one.version,
      let otherVersion = other.version, version != otherVersion,
      let name = one.column?.name ?? one.version.map({ _ in bareName(one) }),
      SQLName(name) == SQLName(other.column?.name ?? bareName(other))
    else { return nil }
    let subject: Words = "its \(name: name)"
    switch comparison {
    case .different: return (subject, "changes", "change")
    case .unequal:
      return (subject, "changes from one value to another", "change from one value to another")
    case .same: return (subject, "stays the same", "stay the same")
    default: return nil
    }
  }

  private func bareName(_ column: ExpressionScope.Column) -> String {
    if case .name(let name)? = column.words.pieces.last { name } else { "" }
  }

  static func literal(_ comparison: SQLExpression.Comparison) -> String {
    if let bound = bound(comparison) { return "is " + bound }
    return [.equal, .same].contains(comparison) ? "is" : "has a value other than"
  }

  static func bound(_ comparison: SQLExpression.Comparison) -> String? {
    switch comparison {
    case .less: "less than"
    case .lessOrEqual: "at most"
    case .greater: "greater than"
    case .greaterOrEqual: "at least"
    case .equal, .same, .unequal, .different: nil
    }
  }

  func predicate(_ comparison: SQLExpression.Comparison, _ right: Noun) -> Words {
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
    case .equal: return "equals \(value)"
    case .unequal:
      return right.form == .column && right.column?.version == nil
        ? "has a value other than that of \(value)" : "has a value other than \(value)"
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return "\(Self.literal(comparison)) \(value)"
    case .same: return "is the same as \(value)"
    case .different: return "differs from \(value)"
    }
  }
}
