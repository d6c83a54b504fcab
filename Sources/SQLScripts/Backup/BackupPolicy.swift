/// Options for the copy of a database before it is migrated (law 24).
///
/// The backup is next to the database and called, for example, `NAME.backup-000001-v3-to-v5`: the first backup, made
/// before a migration from version 3 to 5. It is made under the lock of the first step, so it contains all earlier
/// writes, and only if there is a step to run. A database that the migration creates is not backed up.
public struct BackupPolicy: Sendable, Hashable {
  /// The number of backups to keep, including the new one; at least 1.
  ///
  /// If several migrations fail in a row, the backup from before the first one is kept until one succeeds, even if
  /// `keep` is 1. If they had different target versions, some backups in between are kept as well, because they show
  /// that none has succeeded.
  public var keep: Int

  /// Creates a policy.
  public init(keep: Int = 2) {
    self.keep = keep
  }
}
