import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics

/// The result of migrating one database.
struct MigrationResult: Sendable {
  enum Outcome: String {
    case migrated, adopted, current, refused, stopped
  }

  let database: String
  let result: Result<MigrationReport, MigrationFailure>

  init(database: String, _ result: Result<MigrationReport, MigrationFailure>) {
    self.database = database
    self.result = result
  }

  var outcome: Outcome {
    switch result {
    case .success(let report):
      if report.isCurrent { return .current }
      return report.steps.isEmpty && report.adopted != nil ? .adopted : .migrated
    case .failure(let failure):
      if case .refused = failure.reason { return .refused }
      return .stopped
    }
  }

  var status: ExitStatus {
    switch result {
    case .success: .fine
    case .failure(let failure): ExitStatus(failure)
    }
  }

  /// Whether SQLite refused a statement of a script.
  var hasFailedStatement: Bool {
    if case .failure(let failure) = result, case .statement = failure.reason { return true }
    return false
  }

  /// Whether a `require` query of a script found rows.
  var isStoppedByRows: Bool {
    if case .failure(let failure) = result { failure.isRequirement } else { false }
  }

  /// Whether a statement needs a function, a collation or a module that only the app has.
  var needsApp: Bool {
    guard hasFailedStatement, case .failure(let failure) = result else { return false }
    return failure.isAboutConnection
  }

  /// Findings about the scripts that did not stop the migration.
  var warnings: [Diagnostic] {
    if case .success(let report) = result { report.diagnostics.advised() } else { [] }
  }

  /// Findings about the scripts that stopped the migration.
  var errors: [Diagnostic] {
    if case .failure(let failure) = result { failure.diagnostics.advised() } else { [] }
  }

  var report: MigrationReport {
    switch result {
    case .success(let report): report
    case .failure(let failure): failure.report
    }
  }
}
