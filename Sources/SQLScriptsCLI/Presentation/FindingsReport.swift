import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

/// The findings of a call of `validate` as SARIF and JUnit.
struct FindingsReport {
  var diagnostics: [Diagnostic]
  /// The names of the checked files.
  var files: [String] = []
  /// The reason why the call could not do its work.
  var problem: String?
  var status: ExitStatus

  var sarif: JSONText {
    SARIFRenderer(
      toolVersion: SQLScriptsVersion.current, rules: RulePage.all.map(\.sarif),
      folder: WorkingFolder(System.workingFolder)
    ).document(diagnostics, problem: problem, exitCode: Int(status.rawValue))
  }

  func junit(failOn: Diagnostic.Severity?) -> String {
    JUnitRenderer(failOn: failOn).text(diagnostics, files: files, problem: problem)
  }
}
