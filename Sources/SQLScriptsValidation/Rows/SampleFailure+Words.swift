import SQLScriptsSQL
import SQLScriptsSchema

/// The explanation of a failure with sample rows.
extension SampleFailure {
  private var message: String { error.message }

  private var unique: SQLiteMeaning.Columns? {
    if case .unique(let columns) = error.said { columns } else { nil }
  }

  private var notNull: SQLiteMeaning.Columns? {
    if case .notNull(let columns) = error.said { columns } else { nil }
  }

  private var isCheck: Bool {
    if case .check = error.said { true } else { false }
  }

  /// Whether another rule explains it better.
  var hasRuleOfItsOwn: Bool {
    [.cannotAdd(.notNull), .cannotAdd(.computedDefault)].contains(error.said)
  }

  /// Whether only other values in the rows show what it proves. The messages about duplicates, NULL and CHECKs say
  /// which values it concerns.
  var needsExperiment: Bool {
    switch error.said {
    case .other, .otherConstraint, .datatypeMismatch, .cannotStore, .malformedJSON, .badJSONPath,
      .integerOverflow, .badEscape, .withoutReason:
      [.error, .constraint, .mismatch].contains(error.code.primary)
    default: false
    }
  }

  /// Whether it is about values in rows.
  var concernsValues: Bool {
    switch error.said {
    case .unique, .uniqueIndex, .notNull, .check: true
    default: needsExperiment && dependence != .unknown
    }
  }

  /// Whether it fails with any rows, not only with the generated ones.
  ///
  /// - Parameter statement: the statement that failed; nil for a query.
  func isProof(_ statement: RehearsedStatement?) -> Bool {
    if needsExperiment { return dependence == .none }
    if concernsAllRows { return true }
    guard let statement, !statement.insertsConstants else { return false }
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

  /// The words after "fails if".
  ///
  /// - Parameter statement: the statement that failed; nil for a query.
  func condition(_ statement: RehearsedStatement?) -> String {
    switch error.said {
    case .unique(let columns):
      let names = columns.names.map { "“\($0)”" }.joined(separator: " and ")
      return "two rows of “\(columns.table)” have the same \(names)"
    case .uniqueIndex: return "two rows would have the same entry in the unique index"
    case .notNull(let columns):
      return "“\(columns.names[0])” of “\(columns.table)” would be NULL in a row"
    case .check(let check):
      let subject = statement?.word(0) == "UPDATE" ? "a new value" : "a row"
      return "\(subject) violates \(Self.name(of: check))"
    case .datatypeMismatch, .cannotStore: return "a row has a value of the wrong type"
    case .malformedJSON:
      guard let column else { return "a row has text that is not JSON" }
      return "“\(column.name)” of “\(column.table)” is not JSON in a row"
    case _ where trigger != nil: return "trigger “\(trigger ?? "")” refuses a row: \(message)"
    default: return "rows are not as expected: \(message)"
    }
  }

  /// The words after "fails on the real rows". Which values cause it is known only for constraints.
  func realCondition(_ statement: RehearsedStatement?) -> String {
    needsExperiment && trigger == nil && !message.isEmpty ? message : condition(statement)
  }

  /// The words after "fails if the tables have rows".
  var reason: String {
    if let unique {
      let names = unique.names.map { "“\($0)”" }.joined(separator: " and ")
      return "all rows would have the same \(names)"
    }
    if let notNull { return "“\(notNull.names[0])” would be NULL in all rows" }
    if let trigger { return "trigger “\(trigger)” refuses them with “\(message)”" }
    if error.said == .withoutReason { return "SQLite cannot compute an expression for them" }
    guard case .check(let check) = error.said else { return message }
    return "all new values violate \(Self.name(of: check))"
  }

  private static func name(of check: String) -> String {
    check.isEmpty ? "the CHECK" : "CHECK “\(check)”"
  }

  /// The advice if the failure is certain.
  func certainRemedy(_ statement: RehearsedStatement?) -> String {
    if let notNull {
      guard statement?.word(0) == "UPDATE" else {
        return "Set “\(notNull.names[0])” in every row, or add a DEFAULT to the column."
      }
      return statement?.hasOpenCase ?? false
        ? "Add ELSE with a value before the END of the CASE."
        : "Correct the expression, or write ifnull(…, …) around it."
    }
    guard needsExperiment, trigger == nil else { return remedy(statement) }
    switch error.said {
    case .malformedJSON: return "Correct the JSON. SQLite only reads it if there is a row."
    case .badJSONPath: return "Start the path with $, as in '$.name'."
    case .integerOverflow: return "Use smaller numbers, or total() instead of sum()."
    case .badEscape: return "Write exactly one character after ESCAPE."
    case .datatypeMismatch, .cannotStore:
      return "Write a value of the right type, or convert it with CAST."
    default: return "Correct the expression. SQLite only computes it if there is a row."
    }
  }

  /// SQLite's message, and whether other values made a difference.
  var explanation: String {
    let words = "With sample rows, SQLite said “\(message)”"
    return words + (needsExperiment ? ", whatever the rows contained." : ".")
  }

  private var column: (table: String, name: String)? {
    guard case .values(let table?, let name?) = dependence else { return nil }
    return (table, name)
  }

  /// The advice.
  func remedy(_ statement: RehearsedStatement?) -> String {
    if let unique {
      let names = unique.names.joined(separator: ", ")
      return "Make “\(names)” different in each row first, or remove UNIQUE."
    }
    if let notNull {
      return "Replace NULL in “\(notNull.names[0])”: ifnull(\(notNull.names[0]), …)"
    }
    if error.said == .cannotAdd(.stored) { return "Replace STORED with VIRTUAL." }
    if error.said == .malformedJSON {
      let name = column?.name ?? "…"
      return "Use only rows that have JSON: CASE WHEN json_valid(\(name)) THEN … END"
    }
    if let trigger {
      return "Drop trigger “\(trigger)” before this statement, and create it again after it."
    }
    guard isCheck else { return "Correct such rows first." }
    switch statement?.word(0) {
    // The old values satisfy the CHECK.
    case "UPDATE":
      return "Write values that satisfy the CHECK, or rebuild the table with another CHECK first."
    case "ALTER": return "Write a default that satisfies the CHECK, or change the CHECK."
    default: return "Correct the rows that violate the CHECK first."
    }
  }
}

extension RehearsedStatement {
  /// Whether it has a CASE without ELSE.
  fileprivate var hasOpenCase: Bool {
    let words = Set(indices.map { word($0) })
    return words.contains("CASE") && !words.contains("ELSE")
  }

  /// Whether it is INSERT … VALUES.
  var insertsConstants: Bool {
    guard let target = targetIndex else { return false }
    return outerIndex(of: "VALUES", from: target) != nil
      && outerIndex(of: "SELECT", from: target) == nil
  }

  /// Whether values are computed from more than one table's columns and constants, so that sample rows give another
  /// outcome than real rows.
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
