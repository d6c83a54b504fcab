import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedStatement {
  /// Whether no statement begins after this one, so that both may be parts of one: `VALUES (1),` and `(2)`. After a comma, what
  /// begins with VALUES or SELECT may be more rows.
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
      // Only comments, behind which it may go on.
      return rest.count > Self.longestGap
    }
    if tokens.last?.kind == .comma, Self.queries.contains(next.word(first)) { return true }
    return !Self.begins(next, at: first)
  }

  /// Whether a statement begins with a word, which is not the name of a column: `replace = 1`, `deleted FROM t`.
  private static func begins(_ text: SQLText, at index: Int) -> Bool {
    guard text.tokens[index].kind == .word else { return false }
    let verb = text.word(index)
    guard verbs.contains(verb) else {
      return Spelling.closest(to: verb, among: verbs) != nil
        && ["INTO", "INDEX", "TABLE", "TRIGGER", "UNIQUE", "VIEW"].contains(text.word(index + 1))
    }
    guard text.tokens.indices.contains(index + 1) else { return true }
    switch text.tokens[index + 1].kind {
    case .comma, .dot, .rightParenthesis: return false
    case .operator: return verb == "SELECT" && text.word(index + 1) != "="
    default: return true
    }
  }

  /// The comments between two statements are seldom longer.
  private static let longestGap = 2_000

  private static let queries: Set = ["SELECT", "VALUES", "WITH"]

  private static let verbs = [
    "ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DETACH", "DROP",
    "EXPLAIN", "INSERT", "PRAGMA", "REINDEX", "RELEASE", "REPLACE", "ROLLBACK", "SAVEPOINT",
    "SELECT", "UPDATE", "VACUUM", "VALUES", "WITH",
  ]
}
