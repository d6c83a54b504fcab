import SQLScriptsSQL

/// What the failure of a statement on sample rows means to people.
extension SampleFailure {
  private var message: String { error.message }

  private var unique: SQLiteMessage.Columns? {
    if case .unique(let columns) = error.said { columns } else { nil }
  }

  private var notNull: SQLiteMessage.Columns? {
    if case .notNull(let columns) = error.said { columns } else { nil }
  }

  private var isCheck: Bool {
    if case .check = error.said { true } else { false }
  }

  /// Whether there is a rule with better words.
  var hasRuleOfItsOwn: Bool {
    [.cannotAdd(.notNull), .cannotAdd(.computedDefault)].contains(error.said)
  }

  /// Whether it speaks of values in rows.
  var concernsValues: Bool {
    switch error.said {
    case .unique, .uniqueIndex, .notNull, .check, .otherConstraint, .datatypeMismatch, .cannotStore:
      true
    default: false
    }
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
    switch error.said {
    case .unique(let columns):
      let names = columns.names.map { "“\($0)”" }.joined(separator: " and ")
      return "two rows of “\(columns.table)” have the same \(names)"
    case .uniqueIndex: return "two rows would have the same entry in the unique index"
    case .notNull(let columns):
      return "“\(columns.names[0])” of “\(columns.table)” would be empty in a row"
    case .check(""): return "a row does not satisfy the CHECK"
    case .check(let check): return "a row does not satisfy CHECK “\(check)”"
    case .datatypeMismatch, .cannotStore: return "a row has a value of another type"
    default: return "rows are not as expected: \(message)"
    }
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
    if error.said == .cannotAdd(.stored) { return "Write VIRTUAL instead of STORED." }
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
