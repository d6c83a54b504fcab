import SQLScriptsDatabase

extension MigrationRun {
  /// Law 24: backs up once, under the lock of the first step, so the backup has the state before this run. A database
  /// that this run creates is not backed up, because it is incomplete until the end.
  func backUp(before plan: MigrationPlan) throws(StepInterruption) {
    guard let policy = options.backup, !hasBackedUp else { return }
    hasBackedUp = true
    guard !plan.isNewDatabase else { return }
    do throws(BackupError) {
      guard connection.fileName != nil else {
        throw .database(.misuse("a database in memory cannot be backed up"), path: database)
      }
      if connection.isConfiguredByApp,
        (try? connection.value("PRAGMA main.locking_mode")) == "exclusive"
      {
        throw .database(
          .misuse(
            "the connection has the locking mode EXCLUSIVE, in which nobody else can read the database: "
              + "set it to NORMAL"), path: database)
      }
      let backup = try DatabaseBackup.make(
        of: database, before: .init(from: plan.from ?? 0, to: plan.to), keep: policy.keep,
        busyTimeout: busyTimeout, preparedBy: options.prepareConnection, unless: { isCancelled })
      report.backup = backup.made.path
      report.backupBeforeFailures = backup.beforeFailures?.path
      report.removedBackups = backup.removed.map(\.path)
    } catch {
      throw .failure(isCancelled ? .cancelled(.backingUp) : .backup(error))
    }
  }
}
