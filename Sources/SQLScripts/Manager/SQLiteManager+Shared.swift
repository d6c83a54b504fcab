import SQLScriptsDatabase

extension SQLiteManager {
  private static let configured = Lock<SQLiteManager?>(nil)

  /// The reason why there is no shared manager.
  public enum SharedError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `configure` was not called before the first use.
    case notConfigured
    /// `configure` was called a second time.
    case alreadyConfigured

    /// What to do, in one sentence.
    public var description: String {
      switch self {
      case .notConfigured:
        "SQLiteManager.shared was used before SQLiteManager.configure(…). Call configure once at launch"
      case .alreadyConfigured:
        "SQLiteManager.configure(…) was called twice. Call it once, call resetShared() first, or create "
          + "your own instance"
      }
    }
  }

  /// Configures the database of `shared`. Call it once, at launch. It opens nothing.
  ///
  /// - Throws: `SharedError.alreadyConfigured` the second time, unless `resetShared()` was called in between.
  public static func configure(_ configuration: Configuration) throws(SharedError) {
    try configured.withLock { (shared) throws(SharedError) in
      guard shared == nil else { throw .alreadyConfigured }
      shared = SQLiteManager(configuration)
    }
  }

  /// The app's shared manager. Its first statement opens and migrates the database.
  ///
  /// - Throws: `SharedError.notConfigured` before `configure`.
  public static var shared: SQLiteManager {
    get throws(SharedError) {
      try configured.withLock { (shared) throws(SharedError) in
        guard let shared else { throw .notConfigured }
        return shared
      }
    }
  }

  /// Closes the shared database and those of its accounts, and removes the configuration. Then `configure` can be
  /// called again.
  ///
  /// Use it in tests, in previews, and to switch to another database. It waits for statements of other threads. It does
  /// nothing if there is no shared manager. A manager that you still hold opens its database again when it is used.
  ///
  /// - Throws: `SQLiteError` inside `use`, a transaction or a hook of the same thread.
  public static func resetShared() throws(SQLiteError) {
    guard let manager = configured.withLock({ $0 }) else { return }
    try manager.close()
    for account in manager.accounts.withLock({ Array($0.values) }) { try account.close() }
    configured.withLock { shared in if shared === manager { shared = nil } }
  }
}
