/// One token of SQL text: its kind and its bytes.
package struct SQLToken: Sendable, Hashable {
  package enum Kind: UInt8, Sendable {
    /// Whitespace, line endings, a byte-order mark.
    case space
    /// `-- …` without its line ending, or `/* … */`.
    case comment
    /// An unquoted name or keyword.
    case word
    /// A name in `"…"`, `[…]` or backticks. SQLite may read the first as a string.
    case quotedName
    /// `'…'`
    case string
    /// `x'…'`
    case blob
    /// Digits, or hexadecimal after 0x.
    case integer
    /// A number with a point or an exponent.
    case float
    /// `?`, `?1`, `:a`, `@a`, `$a`, `#a`
    case variable
    case semicolon
    case leftParenthesis
    case rightParenthesis
    case comma
    case dot
    /// All other operators: `=`, `||`, `->>` …
    case `operator`
    /// Text that SQLite refuses with “unrecognized token”.
    case illegal
  }

  package var kind: Kind

  /// The number of open parentheses around it in the scanned text; negative after a surplus `)`.
  ///
  /// It is between the other two properties, where it does not make a token larger. A script has millions of tokens.
  package var depth: Int32 = 0

  /// Its bytes in the scanned text.
  package var range: Range<Int>

  package init(kind: Kind, range: Range<Int>, depth: Int32 = 0) {
    self.kind = kind
    self.range = range
    self.depth = depth
  }

  /// Two tokens are equal if they are the same token of a text, wherever the scan began.
  package static func == (left: SQLToken, right: SQLToken) -> Bool {
    left.kind == right.kind && left.range == right.range
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(range)
  }

  /// Whether SQLite's parser ignores it.
  package var isTrivia: Bool {
    // Without a switch, this calls the generic ==.
    switch kind {
    case .space, .comment: true
    default: false
    }
  }
}
