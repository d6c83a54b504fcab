import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// A release of the scripts of a folder: what `sqlscripts.lock` says, and what it will say.
package struct ScriptRelease {
  /// Which scripts a release records.
  package enum Extent: Sendable, Hashable {
    /// All scripts, unless a released one has changed.
    case all
    /// All scripts. Released ones may have been changed or deleted, because no user has the release.
    case allWithChanges
    /// A released script that was changed, because no user has the release. The other scripts stay as they are recorded.
    case onlyChanged(ScriptFile.Kind)
  }

  /// The lock file as it was read; an empty one if there was none.
  package let old: LockFile
  /// Nil if released scripts have changed.
  package let lock: LockFile?
  /// What the new lock file records.
  package let changes: [LockFile.Change]
  /// Whether there is something to record.
  package let isDue: Bool
  private let source: SourceFile?
  private let scripts: [Script]

  /// - Parameter scripts: all scripts of the bundle, which have been checked.
  /// - Throws: `ScriptBundleError` if the lock file cannot be read.
  package init(
    of bundle: ScriptBundle, _ scripts: [Script], settings: BundleSettings,
    recording extent: Extent = .all
  ) throws(ScriptBundleError) {
    source = try bundle.lockSource()
    let reading = source.map { LockFile.reading($0) }
    old = reading?.lock ?? LockFile()
    self.scripts = scripts
    lock =
      switch extent {
      case .all: old.releasing(scripts, settings: settings).lock
      case .allWithChanges: old.releasing(scripts, settings: settings, acceptsChanges: true).lock
      case .onlyChanged(let kind): old.replacing(kind, of: scripts, settings: settings)
      }
    changes = lock?.changes(since: old) ?? []
    let isDamaged = reading?.diagnostics.hasErrors ?? false
    isDue = lock?.keepsOther(than: old) == true || !changes.isEmpty || isDamaged
  }

  /// Writes the lock file of a scripts folder, unless a script has changed since it was checked.
  package func write(in folder: String, to path: String) throws(AuthoringError) {
    guard let lock else { return }
    try ReleasedScriptsRecord(lock, of: scripts, insteadOf: source).write(in: folder, to: path)
  }
}
