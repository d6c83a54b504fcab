/// The rows that a change is about.
package enum FormRows: Sendable, Hashable {
  case all
  /// Those without a value in the column that is filled.
  case empty
  case having(column: String, FormInput)
  /// Those with a value in a column, or those without one.
  case filled(column: String, Bool)
}
