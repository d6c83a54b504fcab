/// One `column = value` after SET.
package struct SQLAssignment: Sendable, Hashable {
  /// The indices of the tokens of the column, and of its value.
  package let column: Int
  package let value: Range<Int>

  package init(column: Int, value: Range<Int>) { (self.column, self.value) = (column, value) }
}
