/// The version of a database compared with the scripts of a bundle.
public struct MigrationStatus: Sendable, Hashable {
  /// The state of a database.
  public enum Condition: Sendable, Hashable {
    /// No file, an empty file, or no user object (law 5).
    case new
    /// Installed = latest (law 6).
    case current
    /// Updates are pending (law 7).
    case behind
    /// A newer version of the app has opened it (law 8).
    case newer
    /// The scripts cannot be applied, for this reason.
    case refused(MigrationRefusal)
  }

  /// The state of the database.
  public let condition: Condition

  /// The installed version; nil if there is none, or none that is valid.
  public let installed: Int64?

  /// The highest version that the scripts reach; nil if there are no scripts.
  public let latest: Int64?

  /// The versions that `migrate` would apply, in order.
  public let pending: [Int64]

  /// The script outside a transaction that stopped halfway: the next run continues it (law 19). Nil in nearly all
  /// cases.
  public internal(set) var unfinished: MigrationReport.Unfinished?

  /// The file names of scripts that have changed since they were applied. Empty unless `checkingDrift` was true.
  public let changedScripts: [String]
}

extension MigrationStatus {
  /// Whether a migration would have nothing to do.
  public var isUpToDate: Bool { condition == .current }
}
