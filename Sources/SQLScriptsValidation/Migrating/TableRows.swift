/// The changes of the rows of one table during a migration.
package struct TableRows: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    /// The same table, possibly with other columns.
    case kept
    /// Another table with the same name.
    case rebuilt
    /// The same table under another name.
    case renamed(from: String)
    case added
    case removed
  }

  /// The name that it has now, or had last.
  package let name: String
  package let outcome: Outcome
  /// The number of rows before; nil if the table did not exist.
  package let before: Int?
  /// The number of rows after; nil if the table no longer exists.
  package let after: Int?

  /// Added rows.
  package let added: Int
  /// Removed rows.
  package let removed: Int
  /// Rows with a changed value in a column that existed before and after.
  package let changed: Int

  /// Whether the table and all its rows are unchanged.
  package var isUntouched: Bool { outcome == .kept && hasAllRows && added == 0 }

  /// Whether every old row still exists with the same values.
  package var hasAllRows: Bool { removed == 0 && changed == 0 }
}
