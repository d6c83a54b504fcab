import SQLScriptsSQL
import SQLScriptsSchema

/// An SQL expression that stands in for a function of the app, because only the app has the function.
struct StandInFunction: Sendable, Hashable {
  let name: String

  /// The names of its parameters; nil if it has any number of them.
  let parameters: [String]?

  let expression: String

  /// SQLite's own limit is 127.
  private static let manyParameters = 100

  /// - Parameter signature: `slug(title)`, `new_id()`, or `first_of(...)` for any number of arguments.
  /// - Returns: nil if the signature is something else.
  init?(_ signature: String, expression: String) {
    let sql = SQLText(signature)
    let count = sql.tokens.count
    guard count >= 3, sql.isName(0), sql.kind(1) == .leftParenthesis,
      sql.kind(count - 1) == .rightParenthesis
    else { return nil }
    name = sql.name(0)
    self.expression = expression
    let inner = 2..<count - 1
    if !inner.isEmpty, inner.allSatisfy({ sql.kind($0) == .dot }) {
      guard inner.count == 3 else { return nil }
      parameters = nil
      return
    }
    var names: [String] = []
    for index in inner {
      if (index - inner.lowerBound).isMultiple(of: 2) {
        guard sql.isName(index) else { return nil }
        names.append(sql.name(index))
      } else if sql.kind(index) != .comma {
        return nil
      }
    }
    let isComplete = inner.isEmpty || !inner.count.isMultiple(of: 2)
    guard isComplete, names.count <= Self.manyParameters,
      Set(names.map(\.asciiLowercased)).count == names.count
    else { return nil }
    parameters = names
  }

  /// A query that computes its value, with one parameter for each argument.
  var query: String {
    // A comment at the end of the expression must not swallow the rest.
    let row = (parameters ?? []).enumerated()
      .map { "?\($0.offset + 1) AS \($0.element.quotedName)" }
    return row.isEmpty
      ? "SELECT (\(expression)\n)"
      : "SELECT (\(expression)\n) FROM (SELECT \(row.joined(separator: ", ")))"
  }

  /// Without arguments it may return another value each time, such as a new ID.
  var isDeterministic: Bool { parameters != [] }
}
