import SQLScriptsSQL

/// A new value of a column that is made from its old one, as a change: “removes every '-' from **phone**”.
struct OwnChangeWords {
  let column: String
  let scope: ExpressionScope

  /// Nil for other values.
  func words(_ expression: SQLExpression) -> Words? {
    switch expression {
    case .call("LOWER", let values) where isOwn(values): "changes \(name: column) to lower case"
    case .call("UPPER", let values) where isOwn(values): "changes \(name: column) to upper case"
    case .call("TRIM", let values) where isOwn(values):
      "removes spaces at the ends of \(name: column)"
    case .call("LTRIM", let values) where isOwn(values):
      "removes spaces at the start of \(name: column)"
    case .call("RTRIM", let values) where isOwn(values):
      "removes spaces at the end of \(name: column)"
    case .call("REPLACE", let values) where values.count == 3 && isOwn([values[0]]):
      replacement(values[1], values[2])
    case .call("COALESCE", let values), .call("IFNULL", let values):
      replacement(ofMissing: values)
    case .call("NULLIF", let values) where values.count == 2 && isOwn([values[0]]):
      values[1] == .text("") ? "replaces empty texts in \(name: column) with no value" : nil
    case .not(let value) where isOwn([value]) && column(value)?.isYesOrNo == true:
      "swaps “yes” and “no” in \(name: column)"
    case .operation("||", let left, let right): addition(left, right)
    case .operation(let sign, let left, let right) where isOwn([left]) && isNew(right):
      hasNumbers ? calculation(sign, "the new value") : nil
    case .operation(let sign, let left, .number(let digits))
    where isOwn([left]) && !digits.hasPrefix("-"):
      calculation(sign, digits)
    case .call(let name, let values): json(name, values)
    default: nil
    }
  }

  func isOwn(_ values: [SQLExpression]) -> Bool {
    guard values.count == 1, case .column(let name, let qualifier)? = values.first,
      let own = scope.own, let found = scope.column(name, qualifier: qualifier)
    else { return false }
    return found.name == own && found.joined == nil
  }

  /// Whether it is the value of the same column in the row that ON CONFLICT does not add.
  private func isNew(_ value: SQLExpression) -> Bool {
    value.isColumn && NounWords(scope: scope).noun(value)?.words == ValueWords.new
  }

  private func replacement(_ old: SQLExpression, _ new: SQLExpression) -> Words? {
    guard case .text(let before) = old, case .text(let after) = new, !before.isEmpty,
      let former = Self.each(before)
    else { return nil }
    let old: Words = "every \(former)"
    if after.isEmpty { return "removes \(old) from \(name: column)" }
    guard after.count <= NounWords.longText, let value = NounWords.quoted(after) else { return nil }
    return "replaces \(old) in \(name: column) with \(value)"
  }

  private func replacement(ofMissing values: [SQLExpression]) -> Words? {
    if values.count == 2, isOwn([values[0]]), isNew(values[1]) {
      return "replaces a missing \(name: column) with the new value"
    }
    if values.count == 2, isNew(values[0]), isOwn([values[1]]) {
      return "sets \(name: column) to the new value, if any,"
    }
    guard values.count == 2, isOwn([values[0]]),
      let noun = NounWords(scope: scope).noun(values[1], in: column(values[0])),
      [.literal, .time].contains(noun.form), noun.words != "no value"
    else { return nil }
    return "replaces missing values of \(name: column) with \(noun.words)"
  }

  private func column(_ expression: SQLExpression) -> ExpressionScope.Column? {
    guard case .column(let name, let qualifier) = expression else { return nil }
    return scope.column(name, qualifier: qualifier)
  }

  /// “'a'”, “tab”
  private static func each(_ text: String) -> Words? {
    switch text {
    case "\t": return "tab"
    case " ": return "space"
    default:
      let words = NounWords.quoted(text)
      return words == Words("'\(text)'") && text.count <= NounWords.longText ? words : nil
    }
  }

  private func addition(_ left: SQLExpression, _ right: SQLExpression) -> Words? {
    let isFirst = isOwn([left])
    let other = isFirst ? right : left
    guard isFirst || isOwn([right]), let words = isNew(other) ? ValueWords.new : text(other)
    else { return nil }
    return "adds \(words) to the \(isFirst ? "end" : "start") of \(name: column)"
  }

  private func text(_ expression: SQLExpression) -> Words? {
    guard case .text(let text) = expression, !text.isEmpty else { return nil }
    return NounWords.text(text)
  }

  /// Whether the column stores numbers, as far as it can. What is computed from texts is something else.
  private var hasNumbers: Bool {
    let found = scope.own.flatMap { scope.column($0, qualifier: nil)?.column }
    return found.map { [.integer, .real, .numeric].contains($0.affinity) } ?? false
  }

  private func calculation(_ sign: String, _ digits: String) -> Words? {
    guard hasNumbers, digits != (sign == "*" ? "1" : "0") else { return nil }
    return calculation(sign, Words(digits))
  }

  private func calculation(_ sign: String, _ number: Words) -> Words? {
    switch sign {
    case "+": "adds \(number) to \(name: column)"
    case "-": "subtracts \(number) from \(name: column)"
    case "*": "multiplies \(name: column) by \(number)"
    default: nil
    }
  }
}
