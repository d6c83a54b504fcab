import SQLScriptsSQL
import SQLScriptsSchema

extension NounWords {
  /// The result of a function.
  func call(_ name: String, _ arguments: [SQLExpression]) -> Noun? {
    if let time = TimeWords.words(name, arguments) { return Noun(time, .time) }
    switch (name, arguments.count) {
    case ("LOWER", 1): return random(arguments[0]) ?? modified(arguments[0], "in lower case")
    case ("UPPER", 1): return random(arguments[0]) ?? modified(arguments[0], "in upper case")
    case ("TRIM", 1): return modified(arguments[0], "without spaces at its ends")
    case ("LTRIM", 1): return modified(arguments[0], "without spaces at its start")
    case ("RTRIM", 1): return modified(arguments[0], "without spaces at its end")
    case ("REPLACE", 3): return replacement(arguments)
    case ("LENGTH", 1): return simple(arguments[0]).map { Noun("the length of " + $0) }
    case ("ROUND", 2):
      guard case .number(let digits) = arguments[1], let count = Int(digits), count > 0 else {
        return nil
      }
      let decimals = count == 1 ? "decimal" : "decimals"
      return simple(arguments[0]).map { Noun("\($0) rounded to \(count) \(decimals)") }
    case ("ABS", 1): return simple(arguments[0]).map { Noun("\($0) without its sign") }
    case ("ROUND", 1): return simple(arguments[0]).map { Noun("\($0) rounded") }
    case ("HEX", 1): return random(.call(name, arguments))
    case ("RANDOM", 0): return Noun("a random number")
    case ("RANDOMBLOB", 1):
      guard case .number(let count) = arguments[0] else { return nil }
      return Noun("\(count) random bytes")
    case ("COALESCE", 2...), ("IFNULL", 2): return firstValue(arguments)
    case ("NULLIF", 2):
      if arguments.allSatisfy(\.isLiteral) {
        if arguments[0] == arguments[1] { return Noun("no value", .literal) }
        // Numbers may be equal, as 1 and 1.0.
        if case (.text, .text) = (arguments[0], arguments[1]) { return noun(arguments[0]) }
        return nil
      }
      guard let value = simple(arguments[0]), let other = simple(arguments[1]),
        scope.agreesOnCase(arguments[0], arguments[1])
      else { return nil }
      return arguments[0].isLiteral
        ? Noun("\(value) (but no value where \(other) is \(value))")
        : Noun("\(value) (but no value where it is \(other))")
    case ("MIN", 2...), ("MAX", 2...): return extreme(name, arguments)
    case ("COUNT", 1):
      if arguments[0] == .star || isAlwaysThere(arguments[0]) { return Noun("the number of rows") }
      return whole(arguments[0]).map { Noun("the number of values of " + $0) }
    case ("SUM", 1): return whole(arguments[0]).map { Noun("the sum of " + $0) }
    case ("AVG", 1): return whole(arguments[0]).map { Noun("the average of " + $0) }
    case ("MIN", 1): return whole(arguments[0]).map { Noun("the smallest value of " + $0) }
    case ("MAX", 1): return whole(arguments[0]).map { Noun("the greatest value of " + $0) }
    default: return json(name, arguments)
    }
  }

  /// Whether each row of the only table has a value.
  private func isAlwaysThere(_ value: SQLExpression) -> Bool {
    guard case .column(let name, let qualifier) = value, scope.sources.count == 1 else {
      return false
    }
    return scope.column(name, qualifier: qualifier)?.isNeverNull == true
  }

  /// A value of several rows, which is not “its value”.
  private func whole(_ value: SQLExpression) -> Words? {
    var scope = scope
    scope.own = nil
    scope.changing = []
    return NounWords(scope: scope).simple(value)
  }

  /// “**name** without spaces at its ends and in lower case”
  private func modified(_ value: SQLExpression, _ modifier: Words) -> Noun? {
    guard let noun = noun(value) else { return nil }
    if noun.form == .modified { return Noun("\(noun.words) and \(modifier)") }
    return simple(noun).map { Noun("\($0) \(modifier)", .modified) }
  }

  /// “a random text of 8 hexadecimal digits”, of `hex(randomblob(4))`
  private func random(_ value: SQLExpression) -> Noun? {
    guard case .call("HEX", let inner) = value, case .call("RANDOMBLOB", let counts)? = inner.first,
      case .number(let digits)? = counts.first, let count = Int(digits), (1...1000).contains(count)
    else { return nil }
    return Noun("a random text of \(2 * count) hexadecimal digits")
  }

  private func replacement(_ arguments: [SQLExpression]) -> Noun? {
    guard let value = simple(arguments[0]), case .text(let old) = arguments[1], !old.isEmpty,
      let before = simple(arguments[1]), let after = simple(arguments[2])
    else { return nil }
    if arguments[2] == .text("") {
      guard !old.allSatisfy(\.isWhitespace) || old == " " else { return nil }
      return Noun("\(value) without any \(before)")
    }
    return Noun("\(value) with \(after) instead of \(before)")
  }

  private func firstValue(_ arguments: [SQLExpression]) -> Noun? {
    let arguments = Array(arguments.drop { $0 == .null })
    guard let first = arguments.first else { return Noun("no value", .literal) }
    if arguments.count == 1 || first.isLiteral { return noun(first) }
    let nouns = arguments.compactMap(noun)
      .filter { ![.phrase, .modified, .arithmetic].contains($0.form) }
    guard nouns.count == arguments.count, nouns.count <= 4 else { return nil }
    let words = nouns.map(\.words)
    // “It” must not be about “its value”.
    if nouns.count == 2, words[1] != "its value" {
      return Noun("\(words[0]) (or \(words[1]) where it has no value)")
    }
    return Noun("the first of \(words.list()) that has a value")
  }

  private func extreme(_ name: String, _ arguments: [SQLExpression]) -> Noun? {
    let words = arguments.compactMap(simple)
    guard words.count == arguments.count, words.count <= 4 else { return nil }
    let word = name == "MIN" ? "smaller" : "greater"
    let superlative = name == "MIN" ? "smallest" : "greatest"
    return Noun("the \(words.count == 2 ? word : superlative) of \(words.list())")
  }
}
