import SQLScripts
import SQLScriptsValidation

/// The exit status of the command.
enum ExitStatus: Int32, Comparable {
  /// Success.
  case fine = 0
  /// Problems were found, a migration failed, or `--check` found pending work.
  case findings = 1
  /// The command could not run: no folder, no scripts, no database, invalid settings, or an unreadable file.
  case couldNotRun = 2
  /// Invalid usage. The argument parser uses the same number.
  case wrongUsage = 64
  /// An internal error.
  case defect = 70

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// - Parameter isReading: whether the database was only to be read. Then any error means that the command could not
  ///   run.
  init(_ failure: MigrationFailure, isReading: Bool = false) {
    switch failure.reason {
    case .refused(.noScripts), .bundle: self = .couldNotRun
    case .database(_, .opening): self = .couldNotRun
    case .scripts where failure.reason.diagnostics.hasUnreadableFile: self = .couldNotRun
    case .database(let error, _):
      switch error.code.primary {
      case .notADatabase, .corrupt, .cannotOpen, .permission, .readOnly: self = .couldNotRun
      default: self = isReading ? .couldNotRun : .findings
      }
    case .refused, .scripts, .statement, .foreignKeys, .brokenSchema, .preparation, .hook,
      .cancelled,
      .backup, .code:
      self = .findings
    }
  }
}
