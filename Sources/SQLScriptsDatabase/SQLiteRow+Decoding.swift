extension SQLiteRow {
  /// How a key of a `Decodable` type names its column.
  public enum ColumnNames: Sendable, Hashable {
    /// The column has the name of the key. Names are compared as in SQLite, ignoring the case of ASCII letters.
    case sameAsKeys
    /// The column is in snake case: the key `userID` reads `user_id`. A column with the name of the key comes first.
    case snakeCase
  }

  /// Creates a value of a `Decodable` type from the row.
  ///
  /// ```swift
  /// struct User: Decodable { var id: Int64, name: String, age: Int? }
  /// let user = try database.queryFirst("SELECT id, name, age FROM user_info")?.decode(User.self)
  /// ```
  ///
  /// Each key of the type reads the column of that name. Other columns are ignored. An optional property is nil if the
  /// column is NULL, but its column must exist, so that a typo is an error. A type that is one value, such as `Int` or
  /// `String`, reads the only column of the row. Nothing is converted but an integer to a floating point number, and a
  /// number to a `Bool`, which is true unless it is 0.
  ///
  /// - Throws: `DecodingError`, with the column and its value, if a column is missing or its value does not fit the
  ///   property; and whatever the type's own `init(from:)` throws.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, columns: ColumnNames = .sameAsKeys
  ) throws -> Value {
    try RowDecoder(row: self, names: columns).decode(type)
  }
}

extension Sequence where Element == SQLiteRow {
  /// Creates a value of a `Decodable` type from each row.
  ///
  /// ```swift
  /// let users = try database.query("SELECT id, name, age FROM user_info").decode(User.self)
  /// ```
  ///
  /// - Throws: as `SQLiteRow.decode(_:columns:)`.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, columns: SQLiteRow.ColumnNames = .sameAsKeys
  ) throws -> [Value] {
    try map { try $0.decode(type, columns: columns) }
  }
}
