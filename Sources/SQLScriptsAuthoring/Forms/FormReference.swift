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
