import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

extension Validator {
  /// Checks one script that was edited, as far as that does not need the scripts after it.
  ///
  /// - Parameter observe: called with the script after its rehearsal. Not called if it cannot be read, or if one before it
  ///   cannot.
  /// - Returns: its findings.
  package func check(
    _ file: ScriptFile, _ memory: RehearsalMemory, _ observe: @escaping RehearsalObserver
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    do throws(MigrationFailure.Reason) {
      found = try library.load([file])
      found += try rehearse(file, memory, observe)
    } catch {
      found += error.diagnostics(at: file).filter { $0.span.file.name == file.displayName }
    }
    var seen: Set<Diagnostic> = []
    return found.advised().filter { seen.insert($0).inserted }
      .sorted(by: Diagnostic.inReportOrder)
  }

  private func rehearse(
    _ file: ScriptFile, _ memory: RehearsalMemory, _ observe: @escaping RehearsalObserver
  ) throws(MigrationFailure.Reason) -> [Diagnostic] {
    let settings = try settings()
    var scripts: [Script] = []
    // What comes after it is not needed.
    for other in library.bundle.scripts where other.kind.version <= file.kind.version {
      scripts.append(try library.script(other))
    }
    let kept = library.keptScript?.script(of: library.bundle)
    do throws(SQLiteError) {
      let checked = try RuleRunner.check(
        file, among: scripts, kept: kept, settings: settings, memory, observe)
      guard let checked else { return [] }
      let found = checked.found
      guard !found.hasErrors, let stopped = checked.failure else { return found }
      return found
        + library.diagnostics(of: stopped).filter { $0.span.file.name == file.displayName }
    } catch {
      throw .database(error, during: .opening)
    }
  }
}
