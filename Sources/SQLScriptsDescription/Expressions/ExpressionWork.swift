/// How many parts of expressions were put into words, in a scope and the scopes inside it.
///
/// Each part takes its turn once, so that the work grows with the SQL and not with a power of its depth.
final class ExpressionWork {
  private(set) var count = 0

  private static let much = 20_000

  /// Whether there may be words for one more part.
  func begin() -> Bool {
    count += 1
    return count <= Self.much
  }
}
