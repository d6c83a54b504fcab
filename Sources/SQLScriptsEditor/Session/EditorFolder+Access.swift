import SQLScriptsAuthoring
import SQLScriptsFiles

extension EditorFolder {
  /// Who may use each file of a script that had another name, or comes back: the same people as before. Asked before
  /// anything is written.
  ///
  /// - Parameters:
  ///   - names: the files that saving changes.
  ///   - before: the scripts that the files on the disk are, by file name.
  ///   - after: those that they will be; files that are missing are deleted.
  mutating func access(
    of names: [String], from before: [String: Int], to after: [String: Int]
  ) -> [String: FileAccess] {
    var known: [Int: FileAccess] = [:]
    for name in names {
      guard let script = before[name] else { continue }
      known[script] = FileAccess(of: ScriptDirectory.path(of: name, in: path))
    }
    var found: [String: FileAccess] = [:]
    for name in names {
      guard let script = after[name], script != before[name] else { continue }
      found[name] = known[script] ?? gone[script]
    }
    gone.merge(known) { $1 }
    return found
  }
}
