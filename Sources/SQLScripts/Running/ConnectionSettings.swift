import SQLScriptsDatabase

/// The settings of a connection that a migration changes, as they were (laws 12, 17 and 26).
struct ConnectionSettings {
  private var changed: [(name: String, before: Int64)] = []

  /// Puts the connection into the state in which scripts run. Not inside a transaction: there
  /// `PRAGMA foreign_keys` does nothing, which is how rebuilds lose child rows.
  init(preparing connection: Connection) throws(SQLiteError) {
    do {
      // With enforcement on, DROP TABLE in a rebuild would delete the children of the dropped rows.
      try set("foreign_keys", 0, connection)
      try set("legacy_alter_table", 0, connection)
      // Law 12: what is reported as committed survives a power cut. With a rollback journal FULL does
      // not sync the journal's deletion; EXTRA does. https://www.sqlite.org/pragma.html#pragma_synchronous
      let journal = try connection.value("PRAGMA main.journal_mode")?.string
      try set("synchronous", journal == "wal" ? 2 : 3, connection)
      if connection.isBorrowed {
        // What an app may have set, and scripts must not meet.
        for name in Self.offWhileMigrating { try set(name, 0, connection) }
      }
    } catch {
      restore(connection)
      throw error
    }
  }

  /// Law 26: every setting as it was.
  mutating func restore(_ connection: Connection) {
    for (name, before) in changed.reversed() {
      // Nothing can be done about a failure here, and none is known: these only set flags.
      try? connection.execute("PRAGMA \(name) = \(before)")
    }
    changed = []
  }

  private mutating func set(
    _ name: String, _ value: Int64, _ connection: Connection
  ) throws(SQLiteError) {
    guard let before = try connection.value("PRAGMA \(name)")?.int64, before != value else {
      return
    }
    try connection.execute("PRAGMA \(name) = \(value)")
    changed.append((name, before))
  }

  private static let offWhileMigrating = [
    "query_only", "ignore_check_constraints", "writable_schema", "recursive_triggers",
    "reverse_unordered_selects",
  ]
}
