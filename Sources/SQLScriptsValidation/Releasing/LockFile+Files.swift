import SQLScriptsFiles

extension LockFile {
  /// Whether a file is a released script, even if it cannot be read. If the lock is damaged, any script may be.
  package func isReleased(_ file: ScriptFile, of bundle: ScriptBundle) -> Bool {
    if isDamaged { return true }
    switch file.kind {
    case .update(let version):
      return entries.contains { $0.kind == .update && $0.version == version }
    case .default:
      guard let defaultScript else { return false }
      // A default script for a later version is a new script.
      let version = (try? bundle.read(file))?.script?.version
      return (version ?? defaultScript.version) <= defaultScript.version
    }
  }
}
