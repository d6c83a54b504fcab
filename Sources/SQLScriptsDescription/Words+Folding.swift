import SQLScriptsSQL

extension Words {
  private static let folding = " (ignoring case)"
  private static let trimming = " (ignoring spaces at the end)"

  /// “**email** (ignoring case)”
  var folded: Words { isQualified ? self : self + Words(Self.folding) }

  /// “**email** (ignoring case)”, unless values are the same only byte by byte.
  func compared(by collation: String) -> Words {
    switch SQLName(collation) {
    case SQLName("NOCASE"): folded
    case SQLName("RTRIM"): isQualified ? self : self + Words(Self.trimming)
    default: self
    }
  }

  fileprivate var isQualified: Bool {
    guard case .text(let text)? = pieces.last else { return false }
    return [Self.folding, Self.trimming].contains(where: text.hasSuffix)
  }
}

extension [Words] {
  /// What is compared ignoring case comes first: after the last one, that could be about all of them. For values whose
  /// order means nothing.
  var foldedFirst: [Words] { filter(\.isQualified) + filter { !$0.isQualified } }
}
