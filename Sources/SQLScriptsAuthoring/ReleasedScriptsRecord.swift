import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// Writes `sqlscripts.lock`.
package struct ReleasedScriptsRecord {
  /// What the lock file will say.
  package let lock: LockFile
  /// All scripts of the folder, as they were checked.
  private let scripts: [Script]
  /// The lock file that was read; nil if there was none.
  private let source: SourceFile?

  package init(_ lock: LockFile, of scripts: [Script], insteadOf source: SourceFile?) {
    self.lock = lock
    self.scripts = scripts
    self.source = source
  }

  /// Writes the lock file of a scripts folder, unless a script has changed since it was checked. Otherwise an unchecked
  /// script would be recorded as changed after its release, which nobody could repair.
  package func write(in folder: String, to path: String) throws(AuthoringError) {
    if let name = changedScript(in: folder) { throw .scriptChanged(name: name) }
    if let source {
      try ReplacedFile.write(Array(lock.text.utf8), to: path, insteadOf: Array(source.bytes))
    } else {
      try NewFile.write(lock.text, to: path)
    }
  }

  /// A script that differs from the checked one, is missing, or is new.
  private func changedScript(in folder: String) -> String? {
    var missing = Dictionary(
      scripts.map { ($0.file.name, Checksum(of: $0)) }, uniquingKeysWith: { first, _ in first })
    guard let bundle = try? ScriptBundle(directory: folder) else { return missing.keys.min() }
    let library = ScriptLibrary(bundle)
    for file in bundle.scripts {
      guard let script = try? library.script(file),
        missing.removeValue(forKey: file.name) == Checksum(of: script)
      else { return file.name }
    }
    return missing.keys.min()
  }
}
