import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting

extension MigrationReport.Unfinished {
  /// The statement at which the script continues.
  var words: String {
    let first = statementCount == 1 ? "first statement" : "first \(statementCount) statements"
    return "\(VisibleText.oneLine(script)) stopped halfway and continues after its \(first)"
  }
}

extension MigrationReport.Unfinished? {
  var json: JSONText {
    guard let self else { return .null }
    return .object([
      .init("version", .int(self.version)),
      .init("script", .string(self.script)),
      .init("statements", .int(self.statementCount)),
    ])
  }
}
