import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

extension ScriptLibrary {
  /// The versions that a new database goes through, ascending.
  var newDatabaseVersions: [Int64] {
    let updates = bundle.updateVersions
    guard let file = bundle.defaultScript else { return updates }
    guard let start = try? script(file).version else { return [] }
    return [start] + updates.filter { $0 > start }
  }

  /// The oldest version from which databases with rows are migrated: that of the default script, of the first update,
  /// or the first one that `minimumVersion` allows.
  var oldestVersion: Int64? {
    let minimum = (try? settings().minimumVersion) ?? 0
    return newDatabaseVersions.first { $0 >= minimum }
  }

  /// The error that stopped a rehearsal, as findings about the scripts.
  func diagnostics(of reason: MigrationFailure.Reason) -> [Diagnostic] {
    switch reason {
    case .foreignKeys(let script, _, _, _):
      [.foreignKeyViolation(reason, at: span(of: script))].compactMap { $0 }
    case .brokenSchema(let script, _, _):
      [.brokenSchema(reason.summary, at: span(of: script))].compactMap { $0 }
    case .statement(let stopped) where stopped.error.code.primary == .interrupted:
      [.runsTooLong(at: stopped.diagnostic.span)]
    default: bundle.scripts.first.map { reason.diagnostics(at: $0) } ?? []
    }
  }

  /// The name of a script as the place of findings about the whole script.
  func span(of name: String) -> SourceSpan? {
    let scripts = bundle.scripts
    return (scripts.first { $0.name == name } ?? scripts.first)?.nameSpan
  }
}

extension Diagnostic {
  fileprivate static func runsTooLong(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "runs-too-long", .error, "this statement may never finish", at: span,
      help: "Add a WHERE that ends the recursion, or a LIMIT.")
  }

  fileprivate static func foreignKeyViolation(
    _ reason: MigrationFailure.Reason, at span: SourceSpan?
  ) -> Diagnostic? {
    span.map {
      Diagnostic("foreign-key-violation", .error, reason.summary, at: $0, help: reason.help)
    }
  }

  fileprivate static func brokenSchema(_ message: String, at span: SourceSpan?) -> Diagnostic? {
    span.map {
      Diagnostic(
        "broken-view-or-trigger", .error, message, at: $0,
        why: "SQLite reports the error only when the app uses it.",
        help: "Drop it before the change, and recreate it afterward.")
    }
  }
}
