import SQLScriptsFiles

extension LockFile {
  /// Whether a file is a released script, also where it cannot be read: users may have it. Any may be where the lock is
  /// damaged.
  package func isReleased(_ file: ScriptFile, of bundle: ScriptBundle) -> Bool {
    if isDamaged { return true }
    switch file.kind {
    case .update(let version):
      return entries.contains { $0.kind == .update && $0.version == version }
    case .default:
      guard let defaultScript else { return false }
      // One that makes a later version is a new one.
      let version = (try? bundle.read(file))?.script?.version
      return (version ?? defaultScript.version) <= defaultScript.version
    }
  }
}
