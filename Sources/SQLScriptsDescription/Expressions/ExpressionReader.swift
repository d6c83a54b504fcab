import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Reads an expression by SQLite's rules of precedence. <https://www.sqlite.org/lang_expr.html>
///
/// It returns nil for everything that `SQLExpression` cannot represent.
struct ExpressionReader {
  let sql: SQLText
  /// The offsets of the tokens in double quotes that SQLite read as texts.
  let texts: Set<Int>
  var place = 0
  var depth = 0
  /// The values in what was read, those that stand for several counted as often.
  var count = 0

  /// More is too much for words, and must not fill the stack.
  private static let manyTokens = 400
  static let manyLevels = 40
  private static let manyValues = 1_000

  init<Statement: SQLStatement>(
    _ statement: Statement, _ range: Range<Int>, texts: [SQLToken] = []
  ) {
    let range = range.clamped(to: statement.indices)
    guard let first = range.first, range.count <= Self.manyTokens else {
      (sql, self.texts) = (SQLText(""), [])
      return
    }
    let base = statement.tokens[first].range.lowerBound
    sql = statement.part(range)
    self.texts = Set(texts.map { $0.range.lowerBound - base })
  }

  /// All of the range as one expression.
  var expression: SQLExpression? {
    var reader = self
    guard let expression = reader.disjunction(), reader.isAtEnd else { return nil }
    return expression
  }

  /// All of the range as a query.
  var query: SQLQuery? {
    var reader = self
    guard reader.accept("SELECT"), let query = reader.selection() else { return nil }
    _ = reader.take(.semicolon)
    return reader.isAtEnd ? query : nil
  }

  var isAtEnd: Bool { place >= sql.tokens.count }

  /// Counts what was read since then once more; false if that is too much. A part that is in the tree several times, and
  /// contains another such part, would make the tree as large as a power of 2.
  mutating func repeats(since earlier: Int) -> Bool { repeats(count - earlier) }

  mutating func repeats(_ values: Int) -> Bool {
    count += values
    return count <= Self.manyValues
  }

  // MARK: Tokens

  func isWord(_ word: String) -> Bool { sql.kind(place) == .word && sql.word(place) == word }

  mutating func accept(_ words: String...) -> Bool {
    guard sql.has(words, at: place), sql.kind(place) != .quotedName else { return false }
    place += words.count
    return true
  }

  mutating func take(_ kind: SQLToken.Kind) -> Bool {
    guard sql.kind(place) == kind else { return false }
    place += 1
    return true
  }

  mutating func anyOperator(_ operators: Set<String>) -> String? {
    guard sql.kind(place) == .operator, operators.contains(sql.word(place)) else { return nil }
    place += 1
    return sql.word(place - 1)
  }
}
