import SQLScripts
import SQLScriptsValidation

/// The result of rehearsing one version.
struct VersionRun {
  /// The version before; nil for a new database.
  let from: Int64?
  let to: Int64
  let result: Result<VersionRehearsal, MigrationFailure>
  /// Whether only released scripts caused its problems, so that they fail no run.
  let isReleased: Bool

  var isFine: Bool { status == .fine }

  var status: ExitStatus {
    if isReleased { return .fine }
    switch result {
    case .success(let rehearsal): return rehearsal.problems.isEmpty ? .fine : .findings
    case .failure(let failure): return ExitStatus(failure)
    }
  }
}
