import SQLScriptsSQL

/// Changes of an entry in a JSON value.
extension OwnChangeWords {
  private static let manyEntries = 3

  /// “sets the entry 'name' of **data** to 1”
  func json(_ name: String, _ values: [SQLExpression]) -> Words? {
    guard let first = values.first, let rows = rows(first) else { return nil }
    if name == "JSON_REMOVE" {
      let names = values.dropFirst().compactMap(NounWords.entry)
      guard !names.isEmpty, names.count == values.count - 1, names.count <= Self.manyEntries else {
        return nil
      }
      return
        "removes the \(names.count == 1 ? "entry" : "entries") \(names.list()) from \(name: column)"
    }
    let entries = ["JSON_SET": "the", "JSON_INSERT": "a missing", "JSON_REPLACE": "an existing"]
    guard let entry = entries[name], values.count == 3, let key = NounWords.entry(values[1]),
      let value = value(values[2])
    else { return nil }
    return "sets \(entry) entry \(key) of \(name: column) to \(value)\(rows)"
  }

  private func value(_ expression: SQLExpression) -> Words? {
    var plain = scope
    plain.own = nil
    if let own = scope.own { plain.changing.remove(own) }
    guard let noun = NounWords(scope: plain).noun(expression), !noun.hasCondition else {
      return nil
    }
    return NounWords(scope: plain).value(expression)
  }

  /// “ (also where **data** has no value)”, of `coalesce(data, '{}')`; nil if it is not about the column.
  private func rows(_ value: SQLExpression) -> Words? {
    if isOwn([value]) { return "" }
    guard case .call(let name, let values) = value, ["COALESCE", "IFNULL"].contains(name),
      values.count == 2, isOwn([values[0]]), values[1] == .text("{}")
    else { return nil }
    return " (also where \(name: column) has no value)"
  }
}
