/// A column of a table, as a form shows it.
package struct FormColumn: Sendable, Hashable {
  /// The present name; nil for a new column.
  package var was: String?
  package var name: String
  package var type: FormType
  /// The type in SQL, if `type` is `other`.
  package var sqlType: String?
  package var isRequired: Bool
  /// The value for rows without one; nil for NULL.
  package var `default`: FormInput?
  package var isUnique: Bool
  /// Whether it belongs to the primary key. That of an existing table cannot be changed.
  package var isKey: Bool
  package var belongsTo: FormReference?

  package init(
    was: String? = nil, name: String, type: FormType, sqlType: String? = nil,
    isRequired: Bool = false, default: FormInput? = nil, isUnique: Bool = false,
    isKey: Bool = false, belongsTo: FormReference? = nil
  ) {
    self.was = was
    self.name = name
    self.type = type
    self.sqlType = sqlType
    self.isRequired = isRequired
    self.default = `default`
    self.isUnique = isUnique
    self.isKey = isKey
    self.belongsTo = belongsTo
  }
}
