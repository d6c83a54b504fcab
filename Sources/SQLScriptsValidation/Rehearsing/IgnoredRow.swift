import SQLScriptsSQL

/// A row of INSERT OR IGNORE that is never inserted.
struct IgnoredRow: Sendable {
  /// The index of its opening parenthesis.
  let place: Int
  let reason: Reason

  enum Reason: Sendable {
    /// A CHECK refuses it: its name, or its text.
    case check(String)
    case notNull(String)
    /// A row that exists has the same key and other values.
    case key(words: String, row: String)
  }
}
