import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedStatement {
  /// Whether no statement begins after this one, so that both may be parts of one: `VALUES (1),` and `(2)`.
  var isTorn: Bool {
    let rest: Range<Int>
    if script.file.format == .sql {
      rest = min(range.upperBound, item.text.upperBound)..<item.text.upperBound
    } else {
      let items = script.items
      let next = Int(item.number)
      guard items.indices.contains(next) else { return false }
      rest = items[next].text
    }
    let next = SQLText(Array(script.document.bytes(of: rest.prefix(Self.longestGap))))
    guard let first = next.indices.first(where: { next.tokens[$0].kind != .semicolon }) else {
      return false
    }
    return next.tokens[first].kind != .word
      || Spelling.closest(to: next.word(first), among: Self.verbs) == nil
  }

  /// The comments between two statements are seldom longer.
  private static let longestGap = 2_000

  private static let verbs = [
    "ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DETACH", "DROP", "END",
    "EXPLAIN", "INSERT", "PRAGMA", "REINDEX", "RELEASE", "REPLACE", "ROLLBACK", "SAVEPOINT",
    "SELECT", "UPDATE", "VACUUM", "VALUES", "WITH",
  ]
}
