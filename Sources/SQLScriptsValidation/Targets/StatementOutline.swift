import SQLScriptsSQL
import SQLScriptsSchema

/// A statement with its words at hand, for rules that look for many things in it.
///
/// What stands in a string or in quotes is no word here, so that a column called "over" is no window.
struct StatementOutline: SQLStatement {
  let statement: RehearsedStatement
  /// Of each token the word in upper case, or the sign; empty for all else.
  private let words: [String]

  init(_ statement: RehearsedStatement) {
    self.statement = statement
    words = statement.tokens.enumerated().map { index, token in
      switch token.kind {
      case .word, .operator, .leftParenthesis, .rightParenthesis, .comma, .dot, .semicolon:
        statement.word(index)
      default: ""
      }
    }
  }

  var tokens: [SQLToken] { statement.tokens }

  func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }

  func withBytes<Result>(
    of part: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    statement.withBytes(of: part, body)
  }
}
