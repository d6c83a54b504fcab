import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// A WHERE in words, or the words “a condition” with its SQL at the end of the sentence. Words are only used where they
/// say the same for NULL.
struct ConditionWords {
  private let tree: ConditionTree?
  private let sql: String
  /// The column that “it” means; nil for none.
  var it: String?

  /// - Parameters:
  ///   - range: the tokens after WHERE.
  ///   - texts: the tokens in double quotes that SQLite read as texts.
  init<Statement: SQLStatement>(
    _ statement: Statement, _ range: Range<Int>, in scope: ExpressionScope, it: String? = nil,
    texts: [SQLToken] = []
  ) {
    sql = statement.code(of: range)
    tree = ExpressionReader(statement, range, texts: texts).expression.flatMap {
      ConditionReading(scope: scope).tree($0)
    }
    self.it = it
  }

  /// Conditions all of which must be true.
  init(
    _ statement: RehearsedStatement, _ ranges: [Range<Int>], in scope: ExpressionScope,
    it: String? = nil
  ) {
    let parts = ranges.compactMap { range -> SQLExpression? in
      ExpressionReader(statement, range, texts: statement.doubleQuotedTexts).expression
    }.flatMap { if case .all(let parts) = $0 { parts } else { [$0] } }
    let isRead = ranges.allSatisfy {
      ExpressionReader(statement, $0, texts: statement.doubleQuotedTexts).expression != nil
    }
    let known = scope.joined.map { $0.query.resolved(parts) } ?? parts
    tree = isRead ? known.flatMap { ConditionReading(scope: scope).tree(.all($0)) } : nil
    sql = ranges.map { range in
      let isOpen = ranges.count > 1 && range.contains { statement.word($0) == "OR" }
      let code = statement.code(of: range)
      return isOpen ? "(\(code))" : code
    }.joined(separator: " AND ")
    self.it = it
  }

  init(
    _ statement: RehearsedStatement, _ range: Range<Int>, in scope: ExpressionScope,
    it: String? = nil
  ) {
    self.init(statement, range, in: scope, it: it, texts: statement.doubleQuotedTexts)
  }

  /// “it has no value”; nil if it stays SQL.
  var clause: Words? { tree?.words(it: it.map { SQLName($0) }) }

  /// “it has no value”, “a condition is true”
  var sentence: Words { clause ?? "a condition is true\(aside)" }

  /// The SQL at the end of the sentence.
  var aside: Words { "\(aside: "Condition", sql)" }

  /// “where it has no value”
  var words: Words { "where " + sentence }
}
