import SQLScriptsSQL

/// A condition that no row can match.
struct EmptyMatch: Sendable {
  enum Reason: Sendable {
    /// The CHECK, the NOT NULL or another condition excludes all values; empty for another condition.
    case contradiction(of: String)
    /// The table has only other values, and one of them is nearly the same.
    case nearly(value: String, near: String, values: [String])
    /// The table has no such row.
    case missing(literal: Int)
  }

  let reason: Reason
  let table: String
  let column: String
  /// The tokens of the condition.
  let range: Range<Int>
  /// Whether the statement therefore changes nothing.
  var isOuter: Bool
}
