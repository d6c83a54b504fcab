extension SyntaxErrorCause {
  /// Finds the cause of a syntax error; nil if there is none, or if other rules report its characters.
  init?(of statement: RehearsedStatement) {
    guard let refused = UnparsedStatement(statement), !refused.isPlaceholder else { return nil }
    // The most specific refusals first.
    self =
      refused.cutIntoItems ?? refused.needlessTable ?? refused.otherDatabase
      ?? refused.apostrophe ?? refused.unclosedQuote ?? refused.keywordTypo
      ?? refused.trailingComma ?? refused.reservedWord ?? refused.unclosedBracket
      ?? refused.syntax
  }
}

extension UnparsedStatement {
  /// Whether SQLite stopped at a place where a program would have put a value: %@, {{name}}, ${name}, \\(name).
  /// Scripts cannot bind values, which another rule reports.
  fileprivate var isPlaceholder: Bool {
    guard let start = token(stop)?.range.lowerBound else { return false }
    let text = String(decoding: bytes[start...].prefix(2), as: UTF8.self)
    return ["%@", "%s", "%d", "{{", "${", "\\("].contains(text)
  }
}
