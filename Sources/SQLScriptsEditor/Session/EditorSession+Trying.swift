import SQLScripts
import SQLScriptsReport
import SQLScriptsReporting
import SQLScriptsScratch
import SQLScriptsValidation

extension EditorSession {
  /// Migrates a copy of the database that the command line names.
  func tryOut() async throws(EditorProblem) -> JSONText {
    guard let data else {
      throw EditorProblem(
        .refused,
        "start the editor with --with-data FILE to try the scripts on a copy of your database")
    }
    guard let library = check?.library else { throw .malformed }
    guard !isTrying else {
      throw EditorProblem(.refused, "the scripts are already being tried; wait for the result")
    }
    isTrying = true
    defer { isTrying = false }
    let cancellation = MigrationCancellation()
    // It can take long, and edits must not wait for it. A page that is closed does not need the result.
    let result = await withTaskCancellationHandler {
      await Task.detached { () -> Result<ReportData, any Error> in
        Result {
          try ReportData(
            library, on: data, temporaryFolder: TemporaryFolder.path, cancellation: cancellation)
        }
      }.value
    } onCancel: {
      cancellation.cancel()
    }
    switch result {
    case .success(let data): return data.json
    case .failure(let failure as MigrationFailure):
      throw EditorProblem(.refused, failure.summary)
    case .failure(let error): throw EditorProblem(.refused, "\(error)")
    }
  }
}
