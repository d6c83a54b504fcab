import SQLScriptsDatabase

/// Prepares a connection that the library has opened, before anything is read from the file.
///
/// See `MigrationOptions.prepareConnection`.
public typealias ConnectionPreparation = @Sendable (SQLiteDatabase) throws -> Void

extension Connection {
  /// Lets the app prepare this connection to a copy of its database, or to a new one, before anything is read.
  package func prepare(
    with options: MigrationOptions, for database: String
  ) throws(MigrationFailure) {
    do {
      try prepare(options.prepareConnection, for: database)
    } catch {
      throw MigrationFailure(reading: .preparation(error), at: database)
    }
  }

  /// Lets the app prepare this connection.
  func prepare(_ prepare: ConnectionPreparation?, for database: String) throws {
    guard let prepare else { return }
    isConfiguredByApp = true
    try prepare(SQLiteDatabase(self, path: database == ":memory:" ? nil : database))
    try endStrayTransaction()
    // A busy timeout of the app would replace ours, which a cancellation can end.
    waitForOthers()
  }
}
