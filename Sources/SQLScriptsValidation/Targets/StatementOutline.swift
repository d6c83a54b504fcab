import SQLScriptsSQL
import SQLScriptsSchema

/// A statement and its words, for rules that search it for many things.
///
/// Strings and quoted names are not words, so a column named "over" is not a window.
struct StatementOutline: SQLStatement {
  let statement: RehearsedStatement
  /// The uppercase word or the operator of each token; empty for other tokens.
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
