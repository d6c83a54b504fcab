import SQLScripts

extension CommandFailure {
  /// Creates the failure for a failed backup or restore.
  init(backup error: BackupError) {
    switch error {
    case .noRoom:
      self.init(.findings, "\(error)", help: "Free some disk space, then run it again.")
    case .inUse:
      self.init(.findings, "\(error)", help: "Close the other program, then run it again.")
    case .damaged, .sameFile: self.init(.findings, "\(error)")
    case .noBackup, .preparation, .database: self.init(.couldNotRun, "\(error)")
    }
  }
}
