import SQLScriptsSQL
import SQLScriptsSchema

extension ExpressionReader {
  mutating func sum() -> SQLExpression? {
    guard var left = product() else { return nil }
    while let sign = anyOperator(["+", "-"]) {
      guard let right = product() else { return nil }
      left = .operation(sign, left, right)
    }
    return left
  }

  private mutating func product() -> SQLExpression? {
    guard var left = joined() else { return nil }
    while let sign = anyOperator(["*", "/", "%"]) {
      guard let right = joined() else { return nil }
      left = .operation(sign, left, right)
    }
    return left
  }

  private mutating func joined() -> SQLExpression? {
    guard var left = collated() else { return nil }
    while let sign = anyOperator(["||", "->>", "->"]) {
      guard let right = collated() else { return nil }
      left = .operation(sign, left, right)
    }
    return left
  }

  private mutating func collated() -> SQLExpression? {
    let sign = anyOperator(["-", "+"])
    guard var value = sign == nil ? primary() : collated() else { return nil }
    if sign == "-" { value = value.negated }
    // A plus takes the type of a column away, so that it compares as another value.
    if sign == "+" { guard case .number = value else { return nil } }
    while accept("COLLATE") {
      value = .collated(value, by: SQLName(sql.name(place)))
      place += 1
    }
    return value
  }
}
extension SQLExpression {
  /// With a minus before it.
  fileprivate var negated: SQLExpression {
    if case .number(let digits) = self, !digits.hasPrefix("-") { return .number("-" + digits) }
    return .negative(self)
  }
}
