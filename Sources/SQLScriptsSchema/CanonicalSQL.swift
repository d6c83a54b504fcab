import SQLScriptsDatabase
import SQLScriptsSQL

/// SQL text without differences that SQLite ignores: whitespace, comments, the case of words, and quotes around names.
package struct CanonicalSQL: Sendable, Hashable {
  /// The tokens: words and names in lower case, strings with their quotes.
  @Bytewise package private(set) var tokens: [String] = []

  package init(_ sql: String) {
    let sql = SQLText(sql)
    tokens = sql.tokens.map { Self.canonical($0, sql.text($0)) }
  }

  init(tokens: some Sequence<String>) {
    self.tokens = Array(tokens)
  }

  private static func canonical(_ token: SQLToken, _ text: String) -> String {
    switch token.kind {
    case .string: return text
    case .quotedName:
      return SQLName(quoted: text).folded
    case .operator where text == "==": return "="
    case .operator where text == "!=": return "<>"
    default: return SQLName(text).folded
    }
  }

  /// The text without parentheses around all of it.
  package var unwrapped: CanonicalSQL {
    var tokens = tokens[...]
    while tokens.first == "(", tokens.last == ")", Self.isOne(tokens) {
      tokens = tokens.dropFirst().dropLast()
    }
    return CanonicalSQL(tokens: tokens)
  }

  /// Whether the first parenthesis is closed by the last.
  private static func isOne(_ tokens: ArraySlice<String>) -> Bool {
    var depth = 0
    for (index, token) in zip(tokens.indices, tokens) {
      if token == "(" { depth += 1 }
      if token == ")" { depth -= 1 }
      if depth == 0 { return index == tokens.endIndex - 1 }
    }
    return false
  }

  /// On one line, for people.
  package var text: String {
    var text = ""
    for token in tokens {
      let isTight = text.isEmpty || text.hasSuffix("(") || [")", ",", ".", "("].contains(token)
      text += (isTight || text.hasSuffix(".") ? "" : " ") + token
    }
    return text
  }
}
