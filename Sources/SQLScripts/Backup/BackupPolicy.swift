/// How a database is copied before it is migrated (law 24).
///
/// The copy stands beside the database, as `NAME.backup-20261121T093000.123Z`. It is made under the lock of
/// the first step, so that nothing that others write falls between the two, and only if there is a step to
/// run. A new database has nothing to be backed up.
public struct BackupPolicy: Sendable, Hashable {
  /// How many backups of the database are kept, this one too; at least 1. With two, the backup from before
  /// a migration that failed outlives the next try.
  public var keep: Int

  /// A policy that keeps so many backups.
  public init(keep: Int = 2) {
    self.keep = keep
  }
}
