import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// A release of the scripts of a folder: what `sqlscripts.lock` says, and what it will say.
package struct ScriptRelease {
  /// The lock file as it was read; an empty one if there was none.
  package let old: LockFile
  /// Nil if released scripts have changed.
  package let lock: LockFile?
  /// What the new lock file records.
  package let changes: [LockFile.Change]
  /// Whether there is something to record.
  package let isDue: Bool
  private let source: SourceFile?

  /// - Parameters:
  ///   - scripts: all scripts of the bundle, which have been checked.
  ///   - acceptsChanges: whether released scripts may have been changed or deleted.
  /// - Throws: `ScriptBundleError` if the lock file cannot be read.
  package init(
    of bundle: ScriptBundle, _ scripts: [Script], settings: BundleSettings,
    acceptsChanges: Bool = false
  ) throws(ScriptBundleError) {
    source = try bundle.lockSource()
    let reading = source.map { LockFile.reading($0) }
    old = reading?.lock ?? LockFile()
    lock =
      old.releasing(scripts, settings: settings, acceptsChanges: acceptsChanges).lock
    changes = lock?.changes(since: old) ?? []
    let isDamaged = reading?.diagnostics.hasErrors ?? false
    isDue = lock?.keepsOther(than: old) == true || !changes.isEmpty || isDamaged
  }

  /// Writes the lock file of a scripts folder, unless a script has changed since it was checked.
  package func write(in folder: String, to path: String) throws(AuthoringError) {
    guard let lock else { return }
    try ReleasedScriptsRecord(lock, insteadOf: source).write(in: folder, to: path)
  }
}
