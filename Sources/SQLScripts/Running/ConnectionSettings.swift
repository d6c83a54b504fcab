import SQLScriptsDatabase

/// The settings of a connection that a migration changes, as they were (laws 12, 17 and 26).
struct ConnectionSettings {
  private var before: [(name: String, value: String)] = []
  private var safeJournal: String?

  /// Puts the connection into the state in which scripts run. Not inside a transaction: there
  /// `PRAGMA foreign_keys` does nothing, which is how rebuilds lose child rows.
  init(preparing connection: Connection) throws(SQLiteError) {
    do {
      for name in Self.scriptsMayChange { _ = try remember(name, connection) }
      // With enforcement on, DROP TABLE in a rebuild would delete the children of the dropped rows.
      try set("foreign_keys", "0", connection)
      try set("legacy_alter_table", "0", connection)
      if connection.isBorrowed {
        // What an app may have set, and scripts must not meet.
        for name in Self.offWhileMigrating { try set(name, "0", connection) }
        try keepJournal(connection)
      }
      // Apple's drives keep in their cache what a plain sync gives them. Elsewhere these two do nothing.
      for name in ["fullfsync", "checkpoint_fullfsync"] { try set(name, "1", connection) }
      try makeDurable(connection)
      if try Self.unsafeJournal(of: connection) == nil {
        safeJournal = try connection.value("PRAGMA main.journal_mode")?.string
      }
    } catch {
      restore(connection)
      throw error
    }
  }

  /// Law 12: what is reported as committed survives a power cut. With a rollback journal FULL does not
  /// sync the journal's deletion; EXTRA does. <https://www.sqlite.org/pragma.html#pragma_synchronous>
  mutating func makeDurable(_ connection: Connection) throws(SQLiteError) {
    let journal = try connection.value("PRAGMA main.journal_mode")?.string
    try set("main.synchronous", journal == "wal" ? "2" : "3", connection)
  }

  /// Law 26: every setting as it was.
  mutating func restore(_ connection: Connection) {
    // A script has switched it off, and was stopped for that.
    if let safeJournal, (try? Self.unsafeJournal(of: connection)) ?? nil != nil {
      try? connection.execute("PRAGMA main.journal_mode = \(safeJournal)")
    }
    for (name, value) in before.reversed() {
      // Nothing can be done about a failure here, and none is known: these only set flags.
      guard (try? connection.value("PRAGMA \(name)")?.description) != value else { continue }
      try? connection.execute("PRAGMA \(name) = \(value)")
    }
    before = []
  }

  /// Without a journal nothing can be rolled back, and with one in memory a crash destroys the file.
  private mutating func keepJournal(_ connection: Connection) throws(SQLiteError) {
    if try Self.unsafeJournal(of: connection) != nil {
      try set("main.journal_mode", connection.fileName == nil ? "memory" : "delete", connection)
    }
  }

  /// The journal mode if nothing can be rolled back in it, or not after a crash; nil if it is another.
  static func unsafeJournal(of connection: Connection) throws(SQLiteError) -> String? {
    let journal = try connection.value("PRAGMA main.journal_mode")?.string
    let isUnsafe = journal == "off" || (journal == "memory" && connection.fileName != nil)
    return isUnsafe ? journal : nil
  }

  private mutating func set(
    _ name: String, _ value: String, _ connection: Connection
  ) throws(SQLiteError) {
    guard let found = try remember(name, connection), found != value else { return }
    try connection.execute("PRAGMA \(name) = \(value)")
  }

  /// What a setting is now. The first answer is what it goes back to.
  private mutating func remember(
    _ name: String, _ connection: Connection
  ) throws(SQLiteError) -> String? {
    guard let found = try connection.value("PRAGMA \(name)")?.description else { return nil }
    if !before.contains(where: { $0.name == name }) { before.append((name, found)) }
    return found
  }

  private static let scriptsMayChange = ["analysis_limit", "legacy_alter_table"]

  private static let offWhileMigrating = [
    "query_only", "ignore_check_constraints", "writable_schema", "recursive_triggers",
    "reverse_unordered_selects", "analysis_limit",
  ]
}
