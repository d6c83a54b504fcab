import SQLScriptsSQL
import SQLScriptsSchema

/// Puts a condition into clauses that say the same, also for NULL.
struct ConditionReading {
  let scope: ExpressionScope
  typealias Clause = ConditionTree.Clause

  private var nouns: NounWords { NounWords(scope: scope) }

  func tree(_ expression: SQLExpression) -> ConditionTree? {
    guard scope.work.begin() else { return nil }
    switch expression {
    case .all, .any:
      switch expression.withoutConstants {
      case .all(let parts): return trees(parts).map { .all($0) }
      case .any(let parts): return trees(parts).map { .any($0) }
      case let part: return tree(part)
      }
    // Only NULL differs from itself.
    case .comparison(.equal, let left, let right) where left.isColumn && left == right,
      .comparison(.lessOrEqual, let left, let right) where left.isColumn && left == right,
      .comparison(.greaterOrEqual, let left, let right) where left.isColumn && left == right:
      return tree(.isNull(right, isNot: true))
    case .comparison(let comparison, .call(let name, let values), let literal)
    where ["COALESCE", "IFNULL"].contains(name) && values.count == 2 && literal.isLiteral:
      return withDefault(comparison, values[0], values[1], literal)
    case .comparison(let comparison, .number(let digits), .query(let query)):
      return tree(.comparison(comparison.flipped, .query(query), .number(digits)))
    case .comparison(let comparison, .query(let query), .number(let digits)):
      let words = QueryWords(scope: scope)
      if let existence = words.existence(query, comparison, digits) { return tree(existence) }
      let clause = query.conditions.isEmpty ? nil : words.counting(query, comparison, digits)
      return clause.map { .clause($0) }
        ?? ComparisonWords(scope: scope).tree(comparison, .query(query), .number(digits))
    case .comparison(let comparison, let left, let right):
      return ComparisonWords(scope: scope).tree(comparison, left, right)
    case .isNull(.call(let name, let values), let isNot)
    where ["COALESCE", "IFNULL"].contains(name):
      let parts = values.map { SQLExpression.isNull($0, isNot: isNot) }
      return tree(isNot ? .any(parts) : .all(parts))
    case .isNull(.call("JSON_TYPE", let values), let isNot) where values.count == 2:
      guard var clause = subject(values[0]), let entry = NounWords.entry(values[1]) else {
        return nil
      }
      clause.predicate = "has \(isNot ? "an" : "no") entry \(entry)"
      return .clause(clause)
    case .isNull(let value, let isNot):
      guard var clause = subject(value) else { return nil }
      clause.predicate = isNot ? "has a value" : Clause.noValue
      clause.isValue = isNot
      clause.plural = isNot ? "have a value" : "have no value"
      return .clause(clause)
    case .isTruth(let value, let truth, let isNot):
      let condition = truth ? value : value.negation
      // NULL is neither true nor false.
      return tree(isNot ? .any([.isNull(value, isNot: false), condition.negation]) : condition)
    case .isIn(let value, let list, let isNot): return isIn(value, list, isNot)
    case .isInQuery(let value, let query, let isNot):
      return QueryWords(scope: scope).membership(value, query, isNot: isNot).map { .clause($0) }
    case .exists(let query, let isNot):
      return QueryWords(scope: scope).existence(query, isNot: isNot).map { .clause($0) }
    case .isLike(let value, let pattern, let style, let isNot):
      guard var clause = subject(value),
        let words = PatternWords(pattern: pattern, style: style, isNot: isNot).words
      else { return nil }
      clause.predicate = words
      return .clause(clause)
    case .column(let name, let qualifier): return truth(of: name, qualifier, isNot: false)
    case .not(.column(let name, let qualifier)): return truth(of: name, qualifier, isNot: true)
    case .call("JSON_VALID", let arguments): return json(arguments, isNot: false)
    case .not(.call("JSON_VALID", let arguments)): return json(arguments, isNot: true)
    default: return nil
    }
  }

  /// `coalesce(a, 0) > 1`
  private func withDefault(
    _ comparison: SQLExpression.Comparison, _ value: SQLExpression, _ other: SQLExpression,
    _ literal: SQLExpression
  ) -> ConditionTree? {
    guard let column = QueryWords(scope: scope).column(value, scope)?.column,
      let isTrue = other.compares(comparison, with: literal, in: column.affinity),
      // What coalesce() returns has no collation.
      scope.agreesOnCase([value]), let tree = tree(.comparison(comparison.strict, value, literal))
    else { return nil }
    guard isTrue, let none = self.tree(.isNull(value, isNot: false)) else { return tree }
    return .any([none, tree])
  }

  private func trees(_ parts: [SQLExpression]) -> [ConditionTree]? {
    let trees = parts.compactMap(tree)
    return trees.count == parts.count ? trees : nil
  }

  /// A clause without its predicate.
  func subject(_ expression: SQLExpression) -> Clause? {
    guard let noun = nouns.noun(expression), noun.form != .literal, !noun.hasCondition
    else { return nil }
    return Clause(subject: noun.words, column: noun.column?.name, predicate: "")
  }

  private func isIn(
    _ value: SQLExpression, _ list: [SQLExpression], _ isNot: Bool
  ) -> ConditionTree? {
    guard var clause = subject(value), !list.isEmpty, list.count <= 4,
      let suffix = ExpressionScope.suffix(scope.ownCollation(value) ?? ExpressionScope.binary)
    else { return nil }
    let answers: [SQLExpression] = [.truth(true), .truth(false), .number("1"), .number("0")]
    let column =
      list.allSatisfy(answers.contains) ? QueryWords(scope: scope).column(value, scope) : nil
    let literals = list.compactMap { item -> Words? in
      let noun = nouns.noun(item, in: column)
      return noun?.form == .literal && item != .null ? noun?.words : nil
    }
    guard literals.count == list.count else { return nil }
    if isNot {
      let isKnown = QueryWords(scope: scope).column(value, scope)?.isNeverNull == true
      clause.predicate =
        isKnown && literals.count == 2
        ? "is neither \(literals.list("nor"))" : "has a value other than \(literals.list())"
      if suffix.isEmpty { clause.others = literals }
    } else {
      clause.predicate = "is \(literals.list("or"))"
      if suffix.isEmpty { clause.literals = literals }
    }
    clause.predicate = clause.predicate + suffix
    return .clause(clause)
  }

  /// A column as a condition is true for numbers other than 0.
  private func truth(of name: SQLName, _ qualifier: SQLName?, isNot: Bool) -> ConditionTree? {
    guard let column = scope.column(name, qualifier: qualifier) else { return nil }
    var clause = Clause(subject: column.words, column: column.name, predicate: "")
    switch column.column?.affinity {
    case _ where column.isYesOrNo: clause.predicate = isNot ? "is “no”" : "is “yes”"
    case .integer?, .real?: clause.predicate = isNot ? "is 0" : "has a value other than 0"
    default: return nil
    }
    return .clause(clause)
  }

  private func json(_ arguments: [SQLExpression], isNot: Bool) -> ConditionTree? {
    guard let first = arguments.first, arguments.count == 1, var clause = subject(first) else {
      return nil
    }
    clause.predicate = isNot ? "has a value that is not JSON" : "is valid JSON"
    return .clause(clause)
  }
}

extension SQLExpression.Comparison {
  /// Without NULL, IS is the same as `=`.
  fileprivate var strict: Self {
    switch self {
    case .same: .equal
    case .different: .unequal
    default: self
    }
  }
}

extension SQLExpression {
  /// The result of a comparison of literals that a column stores as they are; nil for others.
  fileprivate func compares(
    _ comparison: Comparison, with other: SQLExpression, in affinity: Affinity
  ) -> Bool? {
    switch (self, other, affinity) {
    case (.text, .text, .text), (.number, .number, .integer), (.number, .number, .real):
      return Self.compares(comparison, self, other)
    default: return nil
    }
  }
}
