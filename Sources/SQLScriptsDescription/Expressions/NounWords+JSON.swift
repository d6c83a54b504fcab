import SQLScriptsSQL

/// What is in a JSON value, and what is made of values.
extension NounWords {
  func json(_ name: String, _ arguments: [SQLExpression]) -> Noun? {
    switch (name, arguments.count) {
    case ("JSON_EXTRACT", 2):
      guard case .text(let path) = arguments[1], path.hasPrefix("$") else { return nil }
      return entry(arguments[1], of: arguments[0])
    case ("JSON_ARRAY_LENGTH", 1):
      return simple(arguments[0]).map { Noun("the number of entries of " + $0) }
    case ("JSON_ARRAY_LENGTH", 2):
      return entry(arguments[1], of: arguments[0]).map {
        Noun("the number of entries of " + $0.words)
      }
    case ("JSON", 1): return simple(arguments[0]).map { Noun("\($0) as JSON") }
    case ("JSON_ARRAY", 0), ("JSON_OBJECT", 0):
      return Noun("an empty JSON \(name == "JSON_ARRAY" ? "list" : "object")")
    case ("JSON_ARRAY", 1...4):
      let values = arguments.compactMap(simple)
      return values.count == arguments.count ? Noun("a JSON list of \(values.list())") : nil
    case ("JSON_OBJECT", 2...6): return object(arguments)
    default: return nil
    }
  }

  /// “a JSON object with **label** as 'name'”
  private func object(_ arguments: [SQLExpression]) -> Noun? {
    let entries = stride(from: 0, to: arguments.count - 1, by: 2).compactMap { place -> Words? in
      guard case .text(let key) = arguments[place], let name = Self.text(key),
        let value = simple(arguments[place + 1])
      else { return nil }
      return "\(value) as \(name)"
    }
    guard entries.count * 2 == arguments.count else { return nil }
    return Noun("a JSON object with \(entries.list())")
  }

  /// “the entry 'name' of **data**”
  func entry(_ path: SQLExpression, of value: SQLExpression) -> Noun? {
    guard let json = simple(value), let name = Self.entry(path) else { return nil }
    return Noun("the entry \(name) of \(json)", .entry)
  }

  /// “'name'”, of a path such as '$.name' or a number in a list; nil for other expressions.
  static func entry(_ path: SQLExpression) -> Words? {
    switch path {
    case .number(let digits): return "'$[\(digits)]'"
    // The whole value is not an entry.
    case .text("$"), .text(""): return nil
    case .text(let path):
      let name = path.dropFirst(2)
      let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return text(path.hasPrefix("$.") && !name.isEmpty && isName ? String(name) : path)
    default: return nil
    }
  }
}
