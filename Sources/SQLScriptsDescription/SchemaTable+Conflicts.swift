import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension SchemaTable {
  /// Whether a UNIQUE or PRIMARY KEY of the table has `ON CONFLICT REPLACE` or the like.
  ///
  /// - Parameter columns: the columns whose keys count; nil for all.
  func resolves(conflictsBy word: String, of columns: [SQLName]? = nil) -> Bool {
    guard sql.containsIgnoringCase("conflict") else { return false }
    return TableClauses(sql).conflicts.contains { clause in
      let clause = SQLText(clause)
      guard clause.word(0) != "NOT", clause.tokens.last.map(clause.text) == word else {
        return false
      }
      return columns?.contains { column in
        clause.indices.contains { SQLName(clause.name($0)) == column }
      } ?? true
    }
  }
}

extension RehearsedStatement {
  /// Whether it says itself what happens in a conflict: `INSERT OR FAIL`.
  var hasConflictClause: Bool { verb.map { word($0 + 1) == "OR" } ?? false }
}
