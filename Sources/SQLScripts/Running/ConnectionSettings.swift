import SQLScriptsDatabase

/// The settings of a connection that a migration changes, with their previous values (laws 12, 17 and 26).
struct ConnectionSettings {
  private var before: [(name: String, value: String)] = []
  private var safeJournal: String?

  /// Prepares the connection for scripts. Call it outside a transaction: inside one, `PRAGMA foreign_keys` has no
  /// effect, and a rebuild would delete child rows.
  init(preparing connection: Connection) throws(SQLiteError) {
    do {
      for name in Self.scriptsMayChange { _ = try remember(name, connection) }
      // With enforcement on, DROP TABLE in a rebuild would delete the children of the dropped rows.
      try set("foreign_keys", "0", connection)
      try set("legacy_alter_table", "0", connection)
      if connection.isConfiguredByApp {
        // Settings that an app may have changed and that would affect scripts.
        for name in Self.offWhileMigrating { try set(name, "0", connection) }
        try keepJournal(connection)
      }
      // Apple's drives keep data in their cache after a plain sync. On other systems these have no effect.
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

  /// Law 12: a version that was reported as committed survives a power cut. With a rollback journal FULL does not sync
  /// the deletion of the journal, but EXTRA does. <https://www.sqlite.org/pragma.html#pragma_synchronous>
  mutating func makeDurable(_ connection: Connection) throws(SQLiteError) {
    let journal = try connection.value("PRAGMA main.journal_mode")?.string
    try set("main.synchronous", journal == "wal" ? "2" : "3", connection)
  }

  /// Restores every setting (law 26).
  mutating func restore(_ connection: Connection) {
    // A script turned the journal off, and failed because of that.
    if let safeJournal, (try? Self.unsafeJournal(of: connection)) ?? nil != nil {
      try? connection.execute("PRAGMA main.journal_mode = \(safeJournal)")
    }
    for (name, value) in before.reversed() {
      // A failure cannot be handled here, and none is known, because these only set flags.
      guard (try? connection.value("PRAGMA \(name)")?.description) != value else { continue }
      try? connection.execute("PRAGMA \(name) = \(value)")
    }
    before = []
  }

  /// Without a journal nothing can be rolled back. With a journal in memory, a crash destroys the file.
  private mutating func keepJournal(_ connection: Connection) throws(SQLiteError) {
    if try Self.unsafeJournal(of: connection) != nil {
      try set("main.journal_mode", connection.fileName == nil ? "memory" : "delete", connection)
    }
  }

  /// The journal mode if it cannot roll back, or not after a crash; nil for any other mode.
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

  /// The current value of a setting. The first one is restored later.
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
