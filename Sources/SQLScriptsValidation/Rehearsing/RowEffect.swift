/// What a statement did to the typical sample rows of its table, without its triggers.
package struct RowEffect: Sendable, Hashable {
  /// The rows that it inserted, updated or deleted.
  package var changed: Int
  /// The rows of the table before it; 0 for an INSERT.
  package var total: Int
  /// Whether an UPDATE left all rows with the values that they had.
  package var keepsValues = false
  /// Of the changed rows, those that an INSERT with DO UPDATE found in the table.
  package var updated = 0
}
