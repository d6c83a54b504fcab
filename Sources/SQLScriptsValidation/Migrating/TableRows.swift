/// What became of the rows of one table while a database was migrated.
package struct TableRows: Sendable, Hashable {
  package enum Fate: Sendable, Hashable {
    /// The same table, whatever was done to its columns.
    case kept
    /// Another table in its place, under the same name.
    case rebuilt
    /// The same table under another name.
    case renamed(from: String)
    case added
    case removed
  }

  /// The name that it has now, or had last.
  package let name: String
  package let fate: Fate
  /// How many rows there were; nil if there was no such table.
  package let before: Int?
  /// How many rows there are; nil if there is no such table any more.
  package let after: Int?

  /// Rows that were not there before.
  package let added: Int
  /// Rows that are not there any more.
  package let removed: Int
  /// Rows that have another value in a column that was there before and is there now.
  package let changed: Int

  /// Whether all rows are as they were, and the table is where it was.
  package var isUntouched: Bool { fate == .kept && hasAllRows && added == 0 }

  /// Whether every row that was there is there, with the same values.
  package var hasAllRows: Bool { removed == 0 && changed == 0 }
}
