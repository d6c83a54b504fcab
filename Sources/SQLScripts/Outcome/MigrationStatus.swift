/// Where a database stands, against the scripts of a bundle.
public struct MigrationStatus: Sendable, Hashable {
  /// What kind of state it is.
  public enum Condition: Sendable, Hashable {
    /// No file, an empty file, or no user object (law 5).
    case new
    /// Installed = latest (law 6).
    case current
    /// Updates are pending (law 7).
    case behind
    /// A newer version of the app has opened it (law 8).
    case newer
    /// The scripts cannot be applied to it: why.
    case refused(MigrationRefusal)
  }

  /// What kind of state it is.
  public let condition: Condition

  /// The installed version; nil if there is none, or none that can be trusted.
  public let installed: Int64?

  /// The highest version that the scripts reach; nil if there are no scripts.
  public let latest: Int64?

  /// The versions that `migrate` would apply, in order.
  public let pending: [Int64]

  /// The script outside a transaction that stopped halfway: the next run continues it (law 19). Nil in nearly all
  /// cases.
  public internal(set) var unfinished: MigrationReport.Unfinished?

  /// Scripts that were applied and have changed since, by file name. Empty if it was not asked for.
  public let changedScripts: [String]
}

extension MigrationStatus {
  /// Whether a migration would find nothing to do and nothing in its way.
  public var isUpToDate: Bool { condition == .current }
}
