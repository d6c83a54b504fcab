import SQLScriptsSQL

/// The end of a piece of SQL, which decides what may follow it.
struct SQLEnd {
  /// Whether its last token is a `;`, ignoring comments.
  private(set) var isEnded = false
  /// Whether it ends with a comment or whitespace.
  private(set) var isTrivia = false
  /// Whether it ends with a comment that continues to the end of the line.
  private(set) var isInLineComment = false

  init(of sql: String) {
    var sql = sql
    sql.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      while let token = scanner.next() {
        isTrivia = token.isTrivia
        if !token.isTrivia { isEnded = token.kind == .semicolon }
        isInLineComment =
          token.kind == .comment && bytes[token.range.lowerBound] == UInt8(ascii: "-")
      }
    }
  }

  /// What ends the statement.
  var closing: String { isEnded ? "" : isInLineComment ? "\n;" : ";" }
}
