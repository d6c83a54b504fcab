import SQLScriptsSQL

extension StatementOutline {
  /// Where a function is called, of those that are asked for: the index of its name.
  ///
  /// A name before a parenthesis is no call where a table, an index, a type or a WITH stands.
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

  /// Whether SQLite saw a call too, where it compiled the statement: not a view or a trigger, which it
  /// compiles when they are used.
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
