import SQLScripts
import SQLScriptsValidation

/// What the command tells the one who called it.
enum ExitStatus: Int32, Comparable {
  /// All is fine.
  case fine = 0
  /// Something was found, a migration stopped, or there is work to do and `--check` asked.
  case findings = 1
  /// It could not look: no folder, no scripts, no database, bad settings, a file that cannot be read.
  case couldNotLook = 2
  /// The command was called in a way it does not know. The argument parser uses the same number.
  case wrongUsage = 64
  /// A defect of the command itself.
  case defect = 70

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// - Parameter isLooking: whether the database was only to be looked at: then whatever is in the way
  ///   kept the command from looking.
  init(_ failure: MigrationFailure, isLooking: Bool = false) {
    switch failure.reason {
    case .refused(.noScripts), .bundle: self = .couldNotLook
    case .database(_, .opening): self = .couldNotLook
    case .scripts where failure.reason.diagnostics.haveUnreadableFile: self = .couldNotLook
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
