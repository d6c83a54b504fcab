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
    guard left != .null, right != .null,
      let suffix = ExpressionScope.suffix(scope.collation(left, right))
    else { return nil }
    if let number = conversion(comparison, left, right) { return .clause(number) }
    let sides = [Self.uncollated(left), Self.uncollated(right)]
    let columns = sides.map(column)
    if Self.bound(comparison) != nil, !Self.isOrderClear(sides, columns) { return nil }
    guard let one = noun(sides[0], comparison, columns[1]),
      let other = noun(sides[1], comparison, columns[0])
    else { return nil }
    let hasNumber = sides.contains { if case .number = $0 { true } else { false } }
    let ending = hasNumber ? "" : suffix
    let tree =
      Self.isBackwards(one, other)
      ? clauses(comparison.flipped, other, one, ending) : clauses(comparison, one, other, ending)
    // A number of rows always is a value.
    guard comparison == .unequal, hasNumber, sides.contains(where: \.isCount),
      case .clause(var clause)? = tree, let number = clause.others.first
    else { return tree }
    clause.predicate = "is not " + number
    return .clause(clause)
  }

  /// `CAST(a AS INTEGER) <> a`, which is true for texts that are no whole numbers.
  private func conversion(
    _ comparison: SQLExpression.Comparison, _ left: SQLExpression, _ right: SQLExpression
  ) -> Clause? {
    guard [.equal, .unequal].contains(comparison),
      let (name, words) = SQLExpression.comparison(.unequal, left, right).exclusion,
      let column = column(right), column.name == name, column.column?.affinity == .text
    else { return nil }
    return Clause(
      subject: column.words, column: name,
      predicate: comparison == .equal ? "is a \(words[0])" : "is not a \(words[0])")
  }

  private func column(_ expression: SQLExpression) -> ExpressionScope.Column? {
    guard case .column(let name, let qualifier) = expression else { return nil }
    return scope.column(name, qualifier: qualifier)
  }

  /// 1 is “yes” only where no order is asked for.
  private func noun(
    _ expression: SQLExpression, _ comparison: SQLExpression.Comparison,
    _ column: ExpressionScope.Column?
  ) -> Noun? {
    NounWords(scope: scope).noun(expression, in: Self.bound(comparison) == nil ? column : nil)
  }

  /// Whether the right side is what the sentence should be about.
  private static func isBackwards(_ left: Noun, _ right: Noun) -> Bool {
    switch left.form {
    case .literal: true
    case .time: right.form != .literal && right.form != .time
    case .column: left.column?.name == nil && right.column?.name != nil
    default: false
    }
  }

  /// A column of texts compares a number as a text, and each text comes after all numbers.
  private static func isOrderClear(
    _ sides: [SQLExpression], _ columns: [ExpressionScope.Column?]
  ) -> Bool {
    let affinities = columns.map { $0?.column?.affinity }
    return zip(affinities, zip(sides, sides.reversed())).allSatisfy { affinity, values in
      switch (affinity, values.1) {
      case (.text?, .number), (.text?, .truth): false
      case (.integer?, .text), (.real?, .text): false
      // Nothing turns this text into a number, and numbers come before all texts.
      case (nil, .call("STRFTIME", _)), (.blob?, .call("STRFTIME", _)):
        !values.1.isTextOfSeconds || values.0.isTextOfSeconds
      default: true
      }
    }
  }

  private func clauses(
    _ comparison: SQLExpression.Comparison, _ left: Noun, _ right: Noun, _ suffix: Words
  ) -> ConditionTree? {
    if let words = change(comparison, left, right) {
      return .clause(
        Clause(
          subject: words.subject, predicate: words.predicate + suffix,
          plural: words.plural + suffix))
    }
    guard left.form != .literal, !left.hasCondition else { return nil }
    var clause = Clause(subject: left.words, column: left.column?.name, predicate: "")
    if right.form == .literal {
      if comparison == .different {
        var none = clause
        none.predicate = Clause.noValue
        clause.predicate = "has a value other than " + right.words + suffix
        return .any([.clause(none), .clause(clause)])
      }
      clause.predicate = "\(Self.literal(comparison)) \(right.words)" + suffix
      if suffix.isEmpty, [.equal, .same].contains(comparison) { clause.literals = [right.words] }
      if suffix.isEmpty, comparison == .unequal { clause.others = [right.words] }
      if suffix.isEmpty, let bound = Self.bound(comparison) {
        clause.bound = "\(bound) \(right.words)"
      }
      return .clause(clause)
    }
    clause.acceptsNoValue = [.same, .different].contains(comparison)
    clause.predicate = predicate(comparison, right) + suffix
    return .clause(clause)
  }

  private static func uncollated(_ value: SQLExpression) -> SQLExpression {
    if case .collated(let inner, _) = value { inner } else { value }
  }
}

extension SQLExpression {
  /// The column of `CAST(a AS INTEGER) <> a` and the kinds of number that the other texts are.
  var exclusion: (column: SQLName, numbers: [String])? {
    guard case .comparison(.unequal, .cast(let value, to: let type), let other) = self,
      value == other, case .column(let name, _) = value
    else { return nil }
    return switch type {
    case "INTEGER", "INT": (name, ["whole number", "number"])
    case "NUMERIC": (name, ["number"])
    default: nil
    }
  }

  /// `strftime('%s', 'now')`
  fileprivate var isTextOfSeconds: Bool {
    if case .call("STRFTIME", let arguments) = self {
      TimeWords.isInSeconds("STRFTIME", arguments)
    } else {
      false
    }
  }

  /// `(SELECT count(*) FROM user)`, `count(*)`
  fileprivate var isCount: Bool {
    switch self {
    case .call("COUNT", _): true
    case .query(let query):
      query.groups.isEmpty && query.having == nil && query.values.first?.isCount == true
    default: false
    }
  }
}
