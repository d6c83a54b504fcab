import SQLScriptsFiles
import SQLScriptsValidation

extension EditorFolder {
  /// Reads the settings and the lock file again.
  ///
  /// - Returns: whether they have changed.
  mutating func rereadCompanions() -> Bool {
    guard let now = try? ScriptBundle(directory: path) else { return false }
    let found = Self.companions(of: now)
    guard found != companions else { return false }
    (bundle, companions) = (now, found)
    noteReleased()
    return true
  }

  /// Finds out which scripts on the disk are those of the lock file. A script that was changed after its release can be
  /// edited, so that it can be repaired.
  mutating func noteReleased() {
    released = ReleasedFiles(bundle(saved), on: Set(saved.keys), after: released)
  }

  /// Whether a released script on the disk is no longer what users have.
  func breaksRelease(_ name: String) -> Bool {
    guard locked.contains(name) else { return false }
    guard let bytes = current(name), let file = ScriptFile(named: name, bytes),
      let lock = LockFile.reading(bundle)?.lock
    else { return true }
    return (try? bundle.read(file))?.script.map(lock.records) != true
  }

  /// The scripts that cannot be changed.
  var locked: Set<String> { released.locked }

  static func companions(of bundle: ScriptBundle) -> [[UInt8]?] {
    [bundle.settingsFile, bundle.lockFile].map { $0.flatMap { try? $0.bytes() } }
  }
}
