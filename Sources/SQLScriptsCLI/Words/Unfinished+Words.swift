import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting

extension MigrationReport.Unfinished {
  /// Where the script goes on.
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
