import SQLScriptsSQL

/// How a piece of SQL ends: what may follow it depends on that.
struct SQLEnd {
  /// Whether its last token, comments aside, is a `;`.
  private(set) var isEnded = false
  /// Whether it ends in a comment or in blanks.
  private(set) var isTrivia = false
  /// Whether it ends in a comment that goes on to the end of the line.
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
}
