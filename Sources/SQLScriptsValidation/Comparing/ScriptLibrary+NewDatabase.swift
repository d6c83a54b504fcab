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

  /// The oldest version from which databases with rows are migrated, and the scripts that create it: the version of the
  /// default script that the lock keeps or of the present one, of the first update, or the first one that
  /// `minimumVersion` allows.
  var oldestStart: (library: ScriptLibrary, version: Int64)? {
    let minimum = (try? settings().minimumVersion) ?? 0
    let library = keptScript.map { ScriptLibrary(bundle.adding($0.file)) } ?? self
    return library.newDatabaseVersions.first { $0 >= minimum }.map { (library, $0) }
  }

  /// The released default script that the lock keeps, if the existing one creates a later version and the updates in
  /// between exist.
  var keptScript: KeptScript? {
    guard let file = bundle.defaultScript, let version = try? script(file).version,
      !RehearsalRoutes.beginsWithNothing(bundle.updateVersions),
      let lock = LockFile.reading(bundle)?.lock, let settings = try? settings()
    else { return nil }
    return lock.start(below: version, for: bundle.updateVersions, settings)
  }

  /// The libraries whose scripts create a database from nothing. A new database goes through the first one, and older
  /// databases went through the others.
  package var routes: [ScriptLibrary] {
    guard bundle.defaultScript != nil else { return [self] }
    if RehearsalRoutes.beginsWithNothing(bundle.updateVersions) {
      return [self, ScriptLibrary(bundle.withoutDefaultScript)]
    }
    return [self] + [keptScript.map { ScriptLibrary(bundle.adding($0.file)) }].compactMap { $0 }
  }

  /// The versions from which databases are migrated in a rehearsal, ascending.
  var updatedVersions: [Int64] {
    let minimum = (try? settings().minimumVersion) ?? 0
    let versions = routes.map(\.newDatabaseVersions)
    guard let latest = versions.first?.last else { return [] }
    return Set(versions.joined()).filter { $0 >= minimum && $0 < latest }.sorted()
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
