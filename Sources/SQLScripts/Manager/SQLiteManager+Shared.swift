extension SQLiteManager {
  private static let configured = Lock<SQLiteManager?>(nil)

  /// Why there is no shared manager.
  public enum SharedError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `configure` was not called before the first use.
    case notConfigured
    /// `configure` was called a second time.
    case alreadyConfigured

    /// What to do, in one sentence.
    public var description: String {
      switch self {
      case .notConfigured:
        "SQLiteManager.shared was used before SQLiteManager.configure(…): call it once at launch"
      case .alreadyConfigured:
        "SQLiteManager.configure(…) was called twice: call it once, or make an instance of your own"
      }
    }
  }

  /// Says once, at launch, which database `shared` is. Nothing is opened yet.
  ///
  /// - Throws: `SharedError.alreadyConfigured` the second time.
  public static func configure(_ configuration: Configuration) throws(SharedError) {
    try configured.withLock { (shared) throws(SharedError) in
      guard shared == nil else { throw .alreadyConfigured }
      shared = SQLiteManager(configuration)
    }
  }

  /// The app's one database. It is opened and brought up to date by its first statement.
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

  /// Lets `configure` be called again, for tests.
  package static func forgetShared() {
    configured.withLock { $0 = nil }
  }
}
