import SQLScriptsReport

/// The definitions of tables that a page knows by their indices. Each edit may add one, and none is ever removed, so a
/// long session begins a new list from time to time.
struct EditorTables: Sendable {
  var pool = TablePool()
  private var generation = 0
  /// The number of definitions after the first check of this list.
  private var first: Int?

  private static let spare = 500

  /// The list for the next complete check.
  var forNextCheck: EditorTables {
    var next = self
    let first = first ?? pool.tables.count
    next.first = first
    guard pool.tables.count > 2 * first + Self.spare else { return next }
    next = EditorTables()
    next.generation = generation + 1
    return next
  }

  /// Whether the indices of another list are also valid in this one.
  func isContinuation(of other: EditorTables) -> Bool { generation == other.generation }
}
