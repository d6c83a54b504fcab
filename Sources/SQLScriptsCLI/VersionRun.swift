import SQLScripts
import SQLScriptsValidation

/// The result of rehearsing one version.
struct VersionRun {
  /// The version before; nil for a new database.
  let from: Int64?
  let to: Int64
  let result: Result<VersionRehearsal, MigrationFailure>

  var isFine: Bool { status == .fine }

  var status: ExitStatus {
    switch result {
    case .success(let rehearsal): rehearsal.problems.isEmpty ? .fine : .findings
    case .failure(let failure): ExitStatus(failure)
    }
  }
}
