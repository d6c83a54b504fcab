import SQLScriptsDatabase

extension SQLiteDatabase {
  /// Adds an SQL function of the app to this connection. It replaces a function with this name and number of arguments.
  ///
  /// ```swift
  /// try database.addFunction("shout", argumentCount: 1) { values in
  ///   values[0].string?.uppercased()
  /// }
  /// ```
  ///
  /// Functions that scripts or the schema use belong in `MigrationOptions.prepareConnection`. With
  /// `PRAGMA trusted_schema = OFF`, SQLite allows them in scripts, but not in the schema.
  ///
  /// - Parameters:
  ///   - name: the name of the function, in any case.
  ///   - argumentCount: the number of arguments; nil for any number.
  ///   - isDeterministic: whether it returns the same value for the same arguments each time, on every device. Indexes,
  ///     generated columns and CHECK constraints need it. SQLite may call it once for all rows.
  ///   - body: computes the value. An error that it throws fails the statement, with its text as the message.
  /// - Throws: `SQLiteError` if SQLite refuses the name or the number of arguments. See
  ///   <https://www.sqlite.org/c3ref/create_function.html>.
  public func addFunction(
    _ name: String, argumentCount: Int? = nil, isDeterministic: Bool = false,
    _ body: @escaping @Sendable ([SQLiteValue]) throws -> (any SQLiteBindable)?
  ) throws(SQLiteError) {
    try connection.addFunction(
      name, argumentCount: argumentCount, isDeterministic: isDeterministic
    ) { try body($0)?.sqliteValue ?? .null }
  }

  /// Adds a collation of the app to this connection: an order of texts, for `COLLATE` and `ORDER BY`.
  ///
  /// An index that uses it is damaged if its order ever changes, as that of a system's locale may.
  ///
  /// - Parameters:
  ///   - name: the name of the collation, in any case.
  ///   - isBefore: whether the first text is sorted before the second, as for `sorted(by:)`. If neither is before the
  ///     other, they are equal.
  /// - Throws: `SQLiteError` if SQLite refuses the name. See
  ///   <https://www.sqlite.org/c3ref/create_collation.html>.
  public func addCollation(
    _ name: String, sortedBy isBefore: @escaping @Sendable (String, String) -> Bool
  ) throws(SQLiteError) {
    try connection.addCollation(name, isBefore)
  }
}
