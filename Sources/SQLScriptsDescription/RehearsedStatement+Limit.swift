import SQLScriptsValidation

extension RehearsedStatement {
  /// “, at most 3 of them”, of the rows that were told before; empty without LIMIT.
  ///
  /// - Parameter start: the first token of a query, or UPDATE or DELETE.
  func limit(from start: Int) -> Words {
    guard let limit = clause("LIMIT", from: start, until: ["ON", "RETURNING"]) else { return "" }
    let code = code(of: limit)
    return limit.count == 1 ? ", at most \(code) of them" : "\(aside: "Limit", code)"
  }
}
