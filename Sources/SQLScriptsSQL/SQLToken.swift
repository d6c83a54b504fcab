/// One token of SQL text: what kind it is, and which bytes it has.
package struct SQLToken: Sendable, Hashable {
  package enum Kind: UInt8, Sendable {
    /// Blanks, line ends, a byte-order mark.
    case space
    /// `-- …` without its line end, or `/* … */`.
    case comment
    /// A name or a keyword without quotes.
    case word
    /// A name in `"…"`, `[…]` or backticks; the first may turn out to be a text to SQLite.
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
    /// Every other sign: `=`, `||`, `->>` …
    case `operator`
    /// What SQLite refuses with "unrecognized token".
    case illegal
  }

  package var kind: Kind

  /// How many parentheses are open around it in the scanned text; below zero after one `)` too many.
  ///
  /// Between the other two, where it makes a token no larger: a script has millions of them.
  package var depth: Int32 = 0

  /// Its bytes in the text that was scanned.
  package var range: Range<Int>

  package init(kind: Kind, range: Range<Int>, depth: Int32 = 0) {
    self.kind = kind
    self.range = range
    self.depth = depth
  }

  /// Two tokens are equal if they are the same token of a text, wherever its scan began.
  package static func == (left: SQLToken, right: SQLToken) -> Bool {
    left.kind == right.kind && left.range == right.range
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(range)
  }

  /// Whether SQLite's parser never sees it.
  package var isTrivia: Bool { kind == .space || kind == .comment }
}
