import SQLScripts
import SQLScriptsValidation

/// The exit status of the command.
enum ExitStatus: Int32, Comparable {
  /// Success.
  case fine = 0
  /// Problems were found, a migration failed, or `--check` found pending work.
  case findings = 1
  /// The command could not run: no folder, no scripts, no database, invalid settings, or an unreadable file.
  case couldNotLook = 2
  /// Invalid usage. The argument parser uses the same number.
  case wrongUsage = 64
  /// An internal error.
  case defect = 70

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// - Parameter isLooking: whether the database was only to be read. Then any error means that the command could not
  ///   run.
  init(_ failure: MigrationFailure, isLooking: Bool = false) {
    switch failure.reason {
    case .refused(.noScripts), .bundle: self = .couldNotLook
    case .database(_, .opening): self = .couldNotLook
    case .scripts where failure.reason.diagnostics.hasUnreadableFile: self = .couldNotLook
    case .database(let error, _):
      switch error.code.primary {
      case .notADatabase, .corrupt, .cannotOpen, .permission, .readOnly: self = .couldNotLook
      default: self = isLooking ? .couldNotLook : .findings
      }
    case .refused, .scripts, .statement, .foreignKeys, .brokenSchema, .hook, .cancelled,
      .backup, .code:
      self = .findings
    }
  }
}
