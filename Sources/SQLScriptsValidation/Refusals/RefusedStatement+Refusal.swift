extension Refusal {
  /// Finds out why SQLite did not understand a statement; nil if it did, or if its characters are the
  /// reason, which have rules of their own.
  init?(of statement: RehearsedStatement) {
    guard let refused = RefusedStatement(statement), !refused.isPlaceholder else { return nil }
    // The most telling first.
    self =
      refused.otherDatabase ?? refused.apostrophe ?? refused.unclosedQuote ?? refused.keywordTypo
      ?? refused.trailingComma ?? refused.reservedWord ?? refused.unclosedBracket
      ?? refused.syntax
  }
}

extension RefusedStatement {
  /// Whether SQLite stopped at a place where a program would have put a value: %@, {{name}}, ${name}, \\(name).
  /// A script has no values, and that is a finding of its own.
  fileprivate var isPlaceholder: Bool {
    guard let start = token(stop)?.range.lowerBound else { return false }
    let text = String(decoding: bytes[start...].prefix(2), as: UTF8.self)
    return ["%@", "%s", "%d", "{{", "${", "\\("].contains(text)
  }
}
