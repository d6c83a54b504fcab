/// A row that refers to a row that is not there.
public struct ForeignKeyViolation: Sendable, Hashable {
  /// The table of the row.
  public let table: String
  /// The rowid of the row; nil in a table WITHOUT ROWID.
  public let rowID: Int64?
  /// The table that it refers to.
  public internal(set) var parent: String
  /// The columns that refer, with their values, as people read them: `user_id = 7`.
  public let key: String

  package init(table: String, rowID: Int64?, parent: String, key: String) {
    self.table = table
    self.rowID = rowID
    self.parent = parent
    self.key = key
  }
}

extension ForeignKeyViolation: CustomStringConvertible {
  /// One line: which row misses which.
  public var description: String {
    let row = rowID.map { "row \($0) of \(table)" } ?? "a row of \(table)"
    return "\(row) refers to a row of \(parent) that is not there (\(key))"
  }
}
