import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

extension MigrationFailure.Reason {
  /// The failure as findings about the bundle, at a script unless it has a more precise place.
  func diagnostics(at file: ScriptFile) -> [Diagnostic] {
    switch self {
    case .scripts(let findings): findings.map(\.diagnostic)
    case .statement(let failure): [failure.diagnostic]
    case .bundle(let error): [.unreadableFile(error)]
    case .refused(let refusal): [.refused(refusal, at: file)]
    case .database(let error, let activity):
      [.rehearsalFailed("\(error.message) \(activity)", code: "\(error.code)", at: file)]
    case .preparation(let error), .hook(let error), .code(_, _, let error):
      [.rehearsalFailed("\(error)", code: nil, at: file)]
    case .backup(let error): [.rehearsalFailed("\(error)", code: nil, at: file)]
    case .cancelled(let activity):
      [.rehearsalFailed("it was canceled \(activity)", code: nil, at: file)]
    case .foreignKeys(let script, _, _, _), .brokenSchema(let script, _, _):
      [
        .rehearsalFailed(
          "\(script) left broken views, triggers or foreign keys", code: nil, at: file)
      ]
    }
  }
}

extension Diagnostic {
  fileprivate static func refused(_ refusal: MigrationRefusal, at file: ScriptFile) -> Diagnostic {
    Diagnostic("impossible-plan", .error, "\(refusal)", at: file.nameSpan)
  }

  fileprivate static func rehearsalFailed(
    _ message: String, code: String?, at file: ScriptFile
  ) -> Diagnostic {
    Diagnostic(
      "failed-rehearsal", .error, "the rehearsal failed: \(message)", at: file.nameSpan,
      why: code.map { "SQLite returned \($0)." })
  }
}
