/// What somebody typed into a field.
package enum FormInput: Sendable, Hashable {
  /// A value, of which a literal of the column's type is made.
  case value(String)
  /// An SQL expression.
  case sql(String)
}
