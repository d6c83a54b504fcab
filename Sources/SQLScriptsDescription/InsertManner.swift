import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What an INSERT does with rows that exist already.
enum InsertManner: Hashable {
  case adds, skips, ignores, replaces, updates

  init(_ statement: RehearsedStatement, _ verb: Int) {
    if statement.word(verb) == "REPLACE" || statement.has("OR", "REPLACE", at: verb + 1) {
      self = .replaces
    } else if statement.has("OR", "IGNORE", at: verb + 1) {
      self = .ignores
    } else if let conflict = statement.first("ON", "CONFLICT") {
      let rest = conflict.upperBound..<max(conflict.upperBound, statement.tokens.count)
      self = rest.contains { statement.has("DO", "UPDATE", at: $0) } ? .updates : .skips
    } else {
      self = .adds
    }
  }

  func words(count: Int, to table: String) -> Words {
    words(adding: count == 1 ? "a row" : "\(count) rows", isOne: count == 1, to: table)
  }

  /// - Parameters:
  ///   - rows: “a row”, “3 rows”.
  ///   - source: “ from **user**”, or nothing.
  func words(adding rows: Words, isOne: Bool, to table: String, source: Words = "") -> Words {
    let start: Words = "adds \(rows) to \(name: table)\(source)"
    switch self {
    case .adds: return start
    case .skips:
      return start + (isOne ? " unless it is already there" : ", except those already there")
    case .ignores:
      return start
        + (isOne
          ? " unless it is already there or not allowed"
          : ", except those already there or not allowed")
    case .replaces:
      return start
        + (isOne ? ", replacing a row with the same key" : ", replacing rows with the same keys")
    case .updates:
      return start
        + (isOne ? ", or updates the one already there" : ", or updates those already there")
    }
  }
}
