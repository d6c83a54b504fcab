import SQLScriptsSQL

extension ScriptAuthorizer {
  /// A way in which a statement affects a table.
  package enum Touch: Hashable {
    case insert(SQLName)
    case update(SQLName, column: SQLName)
    case delete(SQLName)
    case create(SQLName)
    case drop(SQLName)
    case alter(SQLName)
    /// An index of a table is dropped.
    case dropIndex(SQLName)

    /// The table.
    var table: SQLName {
      switch self {
      case .insert(let table), .update(let table, _), .delete(let table), .create(let table),
        .drop(let table), .alter(let table), .dropIndex(let table):
        table
      }
    }
  }
}
