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

  /// Whether values that are the same as this says are so, too, as other words say.
  func isAlike(_ exact: Words) -> Bool {
    self == exact || isQualified && Array(pieces.dropLast()) == exact.pieces
  }

  fileprivate var isQualified: Bool {
    guard case .text(let text)? = pieces.last else { return false }
    return [Self.folding, Self.trimming].contains(where: text.hasSuffix)
  }
}

extension [Words] {
  /// What is compared ignoring case comes first: after the last one, that could be about all of them. For values whose
  /// order means nothing. Each is told once: values that are the same are so ignoring case, too.
  var foldedFirst: [Words] {
    let all = reduce(into: [Words]()) { if !$0.contains($1) { $0.append($1) } }
    let exact = all.filter { !$0.isQualified }
    return all.filter { term in term.isQualified && !exact.contains { term.isAlike($0) } } + exact
  }
}
