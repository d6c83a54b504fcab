import SQLScriptsSQL
import SQLScriptsSchema

/// ON CONFLICT of a constraint. A CHECK ignores it.
struct ConflictClause {
  enum Kind: String { case unique = "UNIQUE", key = "PRIMARY", required = "NOT" }

  let kind: Kind
  let columns: [String]
  /// “REPLACE”, “IGNORE” or another word.
  let manner: String

  /// Nil for DEFERRABLE, and for CHECKs.
  fileprivate init?(_ clause: String) {
    guard clause.contains(" ON CONFLICT ") else { return nil }
    let text = SQLText(clause)
    guard let kind = Kind(rawValue: text.word(0)), let manner = text.tokens.last else { return nil }
    let columns = text.indices.filter { index in
      text.depth(index) == 1 && text.isName(index)
        && [.leftParenthesis, .comma].contains(text.kind(index - 1))
    }
    (self.kind, self.manner) = (kind, text.text(manner))
    self.columns = columns.map { text.name($0) }
  }
}

extension SchemaTable {
  var conflictClauses: [ConflictClause] {
    guard sql.containsIgnoringCase("conflict") else { return [] }
    return TableClauses(sql).conflicts.compactMap { ConflictClause($0) }
  }
}
