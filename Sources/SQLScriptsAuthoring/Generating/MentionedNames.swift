import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// The words and names in a piece of SQL.
package struct MentionedNames {
  /// The words without quotes, in order. Keywords are included, because a name may look like one.
  private(set) var names: [String] = []
  /// The ranges of the words.
  private(set) var ranges: [Range<Int>] = []

  package init(_ sql: String) {
    let sql = SQLText(sql)
    for token in sql.tokens where [.word, .quotedName, .string].contains(token.kind) {
      names.append(sql.name(token))
      ranges.append(token.range)
    }
  }

  /// Whether it contains one of these names.
  package func mention(_ wanted: Set<SQLName>) -> Bool {
    names.contains { wanted.contains(SQLName($0)) }
  }
}
