extension Words {
  private static let folding = " (ignoring case)"

  /// “**email** (ignoring case)”
  var folded: Words { isFolded ? self : self + Words(Self.folding) }

  fileprivate var isFolded: Bool {
    if case .text(let text)? = pieces.last { text.hasSuffix(Self.folding) } else { false }
  }
}

extension [Words] {
  /// What is compared ignoring case comes first: after the last one, that could be about all of them.
  var foldedFirst: [Words] { filter(\.isFolded) + filter { !$0.isFolded } }
}
