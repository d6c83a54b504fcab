import SQLScriptsDatabase

extension MigrationRun {
  /// Law 24: once, under the lock of the first step. What others write comes before both or after both.
  func backUp(before plan: MigrationPlan) throws(StepStop) {
    guard let policy = options.backup, report.backup == nil, !plan.isNewDatabase else { return }
    do throws(BackupError) {
      guard connection.fileName != nil else {
        throw .database(.misuse("a database in memory cannot be backed up"), path: database)
      }
      let backup = try DatabaseBackup.make(
        of: database, keep: policy.keep, waiting: waiting, unless: { isCancelled })
      report.backup = backup.path
    } catch {
      throw .failure(isCancelled ? .cancelled(.backingUp) : .backup(error))
    }
  }
}
