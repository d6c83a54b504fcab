import SQLScriptsSQL

/// What the failure of a statement on sample rows means to people.
extension SampleFailure {
  private var message: String { error.message }

  /// The columns in SQLite's words: "UNIQUE constraint failed: user.a, user.b".
  private func columns(behind prefix: String) -> (table: String, names: [String])? {
    guard message.hasPrefix(prefix) else { return nil }
    let parts = message.dropFirst(prefix.count).split(separator: ",").map { part in
      part.drop { $0 == " " }.split(separator: ".", maxSplits: 1).map(String.init)
    }
    guard let table = parts.first?.first, parts.allSatisfy({ $0.count == 2 }) else { return nil }
    return (table, parts.map { $0[1] })
  }

  private var unique: (table: String, names: [String])? {
    columns(behind: "UNIQUE constraint failed: ")
  }

  private var notNull: (table: String, names: [String])? {
    columns(behind: "NOT NULL constraint failed: ")
  }

  private var isCheck: Bool { message.hasPrefix("CHECK constraint failed") }

  /// Whether there is a rule with better words.
  var hasRuleOfItsOwn: Bool {
    message.hasPrefix("Cannot add a NOT NULL column")
      || message.hasPrefix("Cannot add a column with non-constant default")
  }

  /// Whether it speaks of values in rows.
  var concernsValues: Bool {
    isCheck || message.contains("constraint failed") || message.hasPrefix("datatype mismatch")
      || message.hasPrefix("cannot store ")
  }

  /// Whether the rows of every user make it fail, and not only rows that were made up.
  func isProof(_ statement: RehearsedStatement) -> Bool {
    if statement.word(0) == "ALTER" {
      let table = statement.actions.first { $0.kind == .alterTable }?.name ?? ""
      let columns = statement.before[table]?.columns ?? []
      return !isCheck || !columns.contains { statement.token(named: $0.name, from: 3) != nil }
    }
    if let notNull {
      guard let columns = statement.columnList else { return statement.word(0) == "UPDATE" }
      return !columns.contains { $0.isSameName(as: notNull.names[0]) }
    }
    return unique != nil && !statement.computesValues
  }

  /// Behind "fails if".
  var condition: String {
    if let unique {
      let names = unique.names.map { "“\($0)”" }.joined(separator: " and ")
      return "two rows of “\(unique.table)” have the same \(names)"
    }
    if message.hasPrefix("UNIQUE constraint failed: index ") {
      return "two rows would have the same entry in the unique index"
    }
    if let notNull { return "“\(notNull.names[0])” of “\(notNull.table)” would be empty in a row" }
    if isCheck {
      let check = message.drop { $0 != ":" }.dropFirst(2)
      return check.isEmpty
        ? "a row does not satisfy the CHECK" : "a row does not satisfy CHECK “\(check)”"
    }
    if message.hasPrefix("datatype mismatch") || message.hasPrefix("cannot store ") {
      return "a row has a value of another type"
    }
    return "rows are not as expected: \(message)"
  }

  /// Behind "as soon as there are rows".
  var reason: String {
    if let unique {
      let names = unique.names.map { "“\($0)”" }.joined(separator: " and ")
      return "all of them would have the same \(names)"
    }
    if let notNull { return "“\(notNull.names[0])” would be empty in all of them" }
    return isCheck ? "they do not satisfy the CHECK" : message
  }

  /// What to do where it is certain.
  var certainRemedy: String {
    guard let notNull else { return remedy }
    return "Give every row a value for “\(notNull.names[0])”, or give the column a DEFAULT."
  }

  /// What to do.
  var remedy: String {
    if let unique {
      let names = unique.names.joined(separator: ", ")
      return "Make “\(names)” different in each row before, or do without UNIQUE."
    }
    if let notNull {
      return "Give “\(notNull.names[0])” a value where it is empty: ifnull(\(notNull.names[0]), …)"
    }
    if message.asciiLowercased.contains("add a stored column") {
      return "Write VIRTUAL instead of STORED."
    }
    return isCheck
      ? "Correct the rows that do not satisfy it first." : "Correct such rows first."
  }
}

extension RehearsedStatement {
  /// Whether it is INSERT … VALUES.
  var insertsConstants: Bool {
    guard let target = targetIndex else { return false }
    return outerIndex(of: "VALUES", from: target) != nil
      && outerIndex(of: "SELECT", from: target) == nil
  }

  /// Whether values come out of more than one table's columns and plain constants: with sample rows the
  /// outcome is not what it is with real ones.
  fileprivate var computesValues: Bool {
    let words: Set = ["JOIN", "CASE", "WHERE", "GROUP", "WITH", "REPLACE", "LIMIT"]
    var selects = 0
    for index in tokens.indices where tokens[index].kind == .word {
      let word = word(index)
      if word == "SELECT" { selects += 1 }
      if words.contains(word) { return true }
    }
    return selects > 1 || actions.contains { $0.kind == .function }
      || tokens.contains { $0.kind == .operator && !["=", "*"].contains(text($0)) }
  }
}
