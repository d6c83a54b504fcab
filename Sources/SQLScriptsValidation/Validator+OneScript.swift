import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

extension Validator {
  /// Checks one script that was edited, as far as that does not need the scripts after it.
  ///
  /// - Parameter observe: called with the script after its rehearsal.
  /// - Returns: its findings; nil if it cannot be checked alone, for example because a script before it is broken.
  package func check(
    _ file: ScriptFile, _ memory: RehearsalMemory, _ observe: @escaping RehearsalObserver
  ) -> [Diagnostic]? {
    guard let settings = try? settings() else { return nil }
    do throws(MigrationFailure.Reason) {
      let format = try library.load([file])
      var scripts: [Script] = []
      // What comes after it is not needed.
      for other in library.bundle.scripts where other.kind.version <= file.kind.version {
        scripts.append(try library.script(other))
      }
      let kept = library.keptScript?.script(of: library.bundle)
      let found = try? RuleRunner.check(
        file, among: scripts, kept: kept, settings: settings, memory, observe)
      guard let found else { return nil }
      var seen: Set<Diagnostic> = []
      return (format + found).advised().filter { seen.insert($0).inserted }
        .sorted(by: Diagnostic.inReportOrder)
    } catch {
      return nil
    }
  }
}
