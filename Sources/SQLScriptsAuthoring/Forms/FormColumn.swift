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

/// The row of another table that a row belongs to: a foreign key of one column, to the key of that table.
package struct FormReference: Sendable, Hashable {
  /// What happens to a row if the one that it belongs to is deleted.
  package enum Action: String, Sendable, Hashable, CaseIterable {
    /// It is deleted too.
    case delete
    /// Its column becomes NULL.
    case clear
    /// The other row cannot be deleted.
    case refuse

    /// The action in SQL.
    var sql: String {
      switch self {
      case .delete: "CASCADE"
      case .clear: "SET NULL"
      case .refuse: "NO ACTION"
      }
    }

    /// The action that a form shows for one in SQL.
    package init(sql: String) {
      self = Self.allCases.first { $0.sql == sql.uppercased() } ?? .refuse
    }
  }

  package var table: String
  package var onDelete: Action

  package init(table: String, onDelete: Action) {
    self.table = table
    self.onDelete = onDelete
  }
}
