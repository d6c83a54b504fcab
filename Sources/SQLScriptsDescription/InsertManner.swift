import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What an INSERT does with rows that exist already.
enum InsertManner: Hashable {
  case adds, skips, replaces, updates

  init(_ statement: RehearsedStatement, _ verb: Int) {
    if statement.word(verb) == "REPLACE" || statement.has("OR", "REPLACE", at: verb + 1) {
      self = .replaces
    } else if statement.has("OR", "IGNORE", at: verb + 1) {
      self = .skips
    } else if let conflict = statement.first("ON", "CONFLICT") {
      let rest = conflict.upperBound..<max(conflict.upperBound, statement.tokens.count)
      self = rest.contains { statement.has("DO", "UPDATE", at: $0) } ? .updates : .skips
    } else {
      self = .adds
    }
  }

  func words(count: Int, to table: String) -> Words {
    words(adding: count == 1 ? "a row" : "\(count) rows", to: table)
  }

  func words(adding rows: Words, to table: String) -> Words {
    switch self {
    case .adds: "adds \(rows) to \(name: table)"
    case .skips: "adds \(rows) to \(name: table), except for what is already there"
    case .replaces: "adds \(rows) to \(name: table), replacing what has the same key"
    case .updates: "adds \(rows) to \(name: table), or updates what is already there"
    }
  }
}
