import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsScratch

/// The bytes that identify a statement.
package enum StatementBytes {
  /// From the first to the last token. For a statement that SQLite stores in the schema, also the text between the
  /// last token and the `;`, if SQLite may store it.
  ///
  /// SQLite stores a comment there with a CREATE and with the column of an ALTER TABLE, and whitespace with an index
  /// and with the options of a table.
  ///
  /// - Parameter tail: false to exclude the text between the last token and the `;`.
  package static func known(
    of text: UnsafeBufferPointer<UInt8>, tail keepsTail: Bool = true
  ) -> Range<Int> {
    var scanner = SQLScanner(text)
    var start: Int?
    var end = 0
    var semicolon: Int?
    var words: [String] = []
    var isBracketLast = false
    var hasCommentLast = false
    while let token = scanner.next() {
      if token.isTrivia {
        if token.kind == .comment, semicolon == nil { hasCommentLast = true }
        continue
      }
      if token.kind == .semicolon {
        semicolon = semicolon ?? token.range.lowerBound
        continue
      }
      // A `;` before this is one in the body of a trigger, or ends nothing.
      semicolon = nil
      hasCommentLast = false
      start = start ?? token.range.lowerBound
      end = token.range.upperBound
      isBracketLast = token.kind == .rightParenthesis
      if words.count < 3 {
        words.append(String(decoding: text[token.range], as: UTF8.self).uppercased())
      }
    }
    guard let start else { return 0..<0 }
    guard keepsTail, words.first == "CREATE" || words.first == "ALTER" else { return start..<end }
    let keepsBlanks =
      words.first == "CREATE"
      && (words.contains("INDEX") || words.contains("TABLE") && !isBracketLast)
    return start..<(hasCommentLast || keepsBlanks ? semicolon ?? text.count : end)
  }

  /// The statements of a text, each with the start and end that SQLite sees.
  ///
  /// - Parameter body: gets the text of a statement with its `;`, and whether it has an end. A statement without an end
  ///   includes everything after it.
  package static func each(
    in text: UnsafeBufferPointer<UInt8>,
    _ body: (_ statement: UnsafeBufferPointer<UInt8>, _ isWhole: Bool) -> Void
  ) {
    var scanner = SQLScanner(text)
    var start = 0
    var isEmpty = true
    var hasBody = false
    var marks = (Mark.other, Mark.other)
    while let token = scanner.nextSignificant() {
      guard token.kind == .semicolon else {
        isEmpty = false
        let isEnd =
          token.kind == .word && token.range.count == 3
          && String(decoding: text[token.range], as: UTF8.self).uppercased() == "END"
        marks = (marks.1, isEnd ? .end : .other)
        continue
      }
      // The first `;` ends every statement except a trigger, which ends at `; END;`. Asking SQLite at each `;` would take O(N²) time.
      let mayEnd = !hasBody || marks == (.semicolon, .end)
      marks = (marks.1, .semicolon)
      let statement = UnsafeBufferPointer(rebasing: text[start..<token.range.upperBound])
      guard isEmpty || (mayEnd && CompleteSQL.isWhole(statement)) else {
        hasBody = true
        continue
      }
      if !isEmpty { body(statement, true) }
      start = token.range.upperBound
      isEmpty = true
      hasBody = false
      marks = (.other, .other)
    }
    guard !isEmpty else { return }
    let rest = UnsafeBufferPointer(rebasing: text[start...])
    body(rest, CompleteSQL.isWhole(Array(rest) + Array("\n;".utf8)))
  }

  private enum Mark { case other, end, semicolon }
}
