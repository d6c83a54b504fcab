import SQLScriptsSQL
import SQLScriptsSchema

/// What follows IS, LIKE and IN.
extension ExpressionReader {
  mutating func identity(_ left: SQLExpression) -> SQLExpression? {
    var isNot = accept("NOT")
    if accept("DISTINCT", "FROM") { isNot.toggle() }
    guard let right = order() else { return nil }
    switch right {
    case .null: return .isNull(left, isNot: isNot)
    case .truth(let value): return .isTruth(left, value, isNot: isNot)
    default: return .comparison(isNot ? .different : .same, left, right)
    }
  }

  mutating func pattern() -> String? {
    let value = order()
    guard !isWord("ESCAPE") else { return nil }
    switch value {
    // LIKE ignores collations.
    case .text(let text)?, .collated(.text(let text), _)?: return text
    default: return nil
    }
  }

  mutating func membership(_ left: SQLExpression, isNot: Bool) -> SQLExpression? {
    guard take(.leftParenthesis) else { return nil }
    if accept("SELECT") {
      guard let query = selection(), take(.rightParenthesis) else { return nil }
      return .isInQuery(left, query, isNot: isNot)
    }
    guard let list = list() else { return nil }
    return .isIn(left, list, isNot: isNot)
  }

  /// Expressions up to the closing parenthesis.
  mutating func list() -> [SQLExpression]? {
    var list: [SQLExpression] = []
    if take(.rightParenthesis) { return list }
    repeat {
      guard let value = disjunction() else { return nil }
      list.append(value)
    } while take(.comma)
    return take(.rightParenthesis) ? list : nil
  }
}
