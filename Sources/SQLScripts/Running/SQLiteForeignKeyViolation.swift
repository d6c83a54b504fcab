/// A row that refers to a missing row, or a foreign key that refers to a missing table or key.
public struct SQLiteForeignKeyViolation: Sendable, Hashable {
  /// The object that a foreign key refers to and that does not exist.
  public enum Missing: Sendable, Hashable {
    /// The row that a row refers to.
    case row
    /// The table that a row refers to.
    case table
    /// The table that a foreign key refers to. No row refers to it yet, and with foreign keys enforced none can be
    /// written.
    case tableOfNewRows
    /// A PRIMARY KEY or UNIQUE constraint on the columns that a foreign key refers to. Without columns, it is the
    /// primary key with as many columns. With foreign keys enforced, no row can be written.
    case uniqueKey(columns: String)

    /// Whether the foreign key itself is unusable.
    package var isOfKey: Bool {
      switch self {
      case .row, .table: false
      case .tableOfNewRows, .uniqueKey: true
      }
    }
  }

  /// The table of the row.
  public let table: String
  /// The rowid of the row; nil in a table WITHOUT ROWID.
  public let rowID: Int64?
  /// The table that the foreign key refers to.
  public internal(set) var parent: String
  /// The columns and their values, for messages: `user_id = 7`. Only the columns if the foreign key itself is unusable.
  public let key: String
  /// The missing object.
  public let missing: Missing
}

extension SQLiteForeignKeyViolation: CustomStringConvertible {
  /// One line: the row and the missing parent.
  public var description: String {
    let row = rowID.map { "row \($0) of \(table)" } ?? "a row of \(table)"
    switch missing {
    case .row: return "\(row) refers to a missing row in \(parent) (\(key))"
    case .table:
      return "\(row) refers to a row in \(parent), which does not exist (\(key))"
    case .tableOfNewRows:
      return
        "the foreign key of \(table) (\(key)) refers to \(parent), which does not exist"
    case .uniqueKey(""):
      return
        "the foreign key of \(table) (\(key)) refers to the primary key of \(parent), which does not have"
        + " the same number of columns"
    case .uniqueKey(let columns):
      return
        "the foreign key of \(table) (\(key)) refers to \(parent) (\(columns)), which is neither the PRIMARY"
        + " KEY nor UNIQUE"
    }
  }
}
