import SQLScriptsSQL

extension StatementOutline {
  /// The index of the first call of one of these functions.
  ///
  /// A name before a parenthesis is not a call if it names a table, an index, a type or a query of a WITH.
  func call(of names: Set<String>) -> Int? { calls(of: names).first }

  func calls(of names: Set<String>) -> [Int] {
    indices.filter { index in
      kind(index) == .word && word(index + 1) == "("
        && names.contains(word(index).asciiLowercased) && isCall(index) && isCompiled(index)
    }
  }

  private func isCall(_ index: Int) -> Bool {
    if Self.beforeNames.contains(word(index - 1)) { return false }
    if word(index - 1) == "ON", created?.kind == .index { return false }
    if let body = tableBody { return index > body && depth(index) >= 2 }
    if altered != nil, depth(index) == 0 { return false }
    let behind = end(ofParenthesis: index + 1) + 1
    let isNamedQuery =
      word(behind) == "AS" && ["(", "NOT", "MATERIALIZED"].contains(word(behind + 1))
    return !isNamedQuery
  }

  private static let beforeNames: Set = [
    "INTO", "TABLE", "EXISTS", "REFERENCES", "INDEX", "VIEW", "UPDATE", "TRIGGER", "USING", ".",
  ]

  /// Whether SQLite reported the call, too, when it compiled the statement. It compiles views and triggers only when
  /// they are used, so their calls count without a report.
  private func isCompiled(_ index: Int) -> Bool {
    let first = word(0)
    let isTable = word(index - 1) == "FROM" || word(index - 1) == "JOIN" || word(index - 1) == ","
    guard statement.succeeded, first != "CREATE", first != "ALTER", !isTable else { return true }
    let name = word(index).asciiLowercased
    return statement.actions.contains {
      $0.kind == .function && $0.detail.asciiLowercased == name
    }
  }
}
