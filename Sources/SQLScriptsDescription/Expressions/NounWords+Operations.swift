import SQLScriptsSQL
import SQLScriptsSchema

extension NounWords {
  func operation(
    _ sign: String, _ left: SQLExpression, _ right: SQLExpression
  ) -> Noun? {
    switch sign {
    case "||": return joined(left, right)
    case "->>": return entry(right, of: left)
    case "->":
      return entry(right, of: left).map { Noun($0.words + " as JSON") }
    case "/": return quotient(left, right)
    case "%":
      guard let left = simple(left), let right = simple(right) else { return nil }
      return Noun("the remainder of \(left) divided by \(right)")
    default:
      let signs = ["+": " + ", "-": " − ", "*": " × "]
      guard let word = signs[sign], let first = operand(left, sign),
        let second = operand(right, "*")
      else { return nil }
      return Noun(first + Words(word) + second, .arithmetic)
    }
  }

  /// A part of a calculation, in parentheses if that matters.
  private func operand(_ expression: SQLExpression, _ sign: String) -> Words? {
    guard let noun = noun(expression), noun.words != "no value" else { return nil }
    switch noun.form {
    case .literal:
      if case .number = expression { return noun.words }
      return nil
    case .column:
      // The words of a column without a name tell its table.
      guard let column = noun.column, column.name != nil, let table = column.joined,
        !table.isEmpty
      else { return noun.words }
      return "the \(noun.words) of \(name: table)"
    case .arithmetic:
      if case .operation("*", _, _) = expression { return noun.words }
      return sign == "*" ? "(" + noun.words + ")" : noun.words
    case .time: return noun.words
    case .phrase, .entry, .modified: return nil
    }
  }

  /// SQLite drops the remainder if both numbers are whole.
  private func quotient(_ left: SQLExpression, _ right: SQLExpression) -> Noun? {
    guard let first = operand(left, "*"), let second = operand(right, "*"),
      let isDividendWhole = isWhole(left), let isDivisorWhole = isWhole(right)
    else { return nil }
    let words: Words = "\(first) ÷ \(second)"
    return isDividendWhole && isDivisorWhole
      ? Noun(words + " without the remainder") : Noun(words, .arithmetic)
  }

  /// Nil if that is not known.
  private func isWhole(_ expression: SQLExpression) -> Bool? {
    switch expression {
    case .number(let digits) where digits.contains(where: { "xX_".contains($0) }): return nil
    case .number(let digits): return digits.allSatisfy { $0.isNumber || $0 == "-" }
    case .column(let name, let qualifier):
      let affinity = scope.column(name, qualifier: qualifier)?.column?.affinity
      return affinity == .integer ? true : affinity == .real ? false : nil
    default: return nil
    }
  }

  /// “**a** followed by **b**”, “**a**, ' ' and **b** joined”
  private func joined(_ left: SQLExpression, _ right: SQLExpression) -> Noun? {
    var parts: [Words] = []
    var rest = left
    guard let last = simple(right) else { return nil }
    while case .operation("||", let left, let right) = rest {
      guard let part = simple(right) else { return nil }
      parts.insert(part, at: 0)
      rest = left
    }
    guard let first = simple(rest), parts.count < 5 else { return nil }
    if parts.isEmpty { return Noun("\(first) followed by \(last)") }
    return Noun(([first] + parts + [last]).list() + " joined together")
  }

  func cast(_ value: SQLExpression, to type: String) -> Noun? {
    let words = [
      "INTEGER": "whole number", "INT": "whole number", "TEXT": "text", "REAL": "number",
    ]
    guard let word = words[type] else { return nil }
    guard let noun = noun(value) else { return nil }
    // Only of a time in seconds, a whole number is the same time.
    if case .call(let name, let arguments) = value, word == "whole number",
      TimeWords.isInSeconds(name, arguments)
    {
      return noun.form == .time ? noun : nil
    }
    guard scope.stores(word), let loss = loss(of: value, noun, to: word) else { return nil }
    return simple(noun).map { Noun("\($0) as a \(word)\(loss)") }
  }

  /// What a cast cuts off; nil if the values are not known.
  private func loss(of value: SQLExpression, _ noun: Noun, to word: String) -> Words? {
    guard noun.form == .column, word != "text" else { return "" }
    switch noun.column?.column?.affinity {
    case .integer: return ""
    case .real: return word == "whole number" ? " (without its decimals)" : ""
    case .text:
      let isKnown = noun.column?.name.flatMap { scope.numbers[$0] }?.contains(word) ?? false
      return isKnown ? "" : " (0 if it does not begin with one)"
    default: return nil
    }
  }
}

extension ExpressionScope {
  /// Whether a column keeps a value of a type: a text of digits becomes a number in a column for numbers.
  fileprivate func stores(_ word: String) -> Bool {
    switch stored {
    case nil, .blob: true
    case .text: word == "text"
    case .integer, .numeric, .real: word != "text"
    }
  }
}
