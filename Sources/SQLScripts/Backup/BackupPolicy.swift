/// How a database is copied before it is migrated (law 24).
///
/// The copy stands beside the database, as `NAME.backup-000001-v3-to-v5`: the first backup, made before a migration
/// from version 3 to 5. It is made under the lock of the first step, so that nothing that others write falls between
/// the two, and only if there is a step to run. A database that the migration itself makes is not backed up.
public struct BackupPolicy: Sendable, Hashable {
  /// How many backups of the database are kept, this one too; at least 1.
  ///
  /// Where migrations fail one after the other, the backup from before the first of them is kept until one succeeds,
  /// even if `keep` is 1. Where they were to lead to different versions, some of those in between are kept with it: they
  /// show that none has succeeded.
  public var keep: Int

  /// A policy that keeps so many backups.
  public init(keep: Int = 2) {
    self.keep = keep
  }
}
