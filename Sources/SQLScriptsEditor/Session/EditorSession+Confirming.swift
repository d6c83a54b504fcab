import SQLScripts
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

extension EditorSession {
  /// Asks before something is deleted that users have. A script that was changed after its release can be edited, so that
  /// it can be repaired, and a repair needs no question.
  ///
  /// - Parameters:
  ///   - bytes: what the script would be; nil if it would be gone.
  ///   - isConfirmed: whether the user has answered.
  func confirmDeletion(
    in file: ScriptFile, leaving bytes: [UInt8]?, _ isConfirmed: Bool
  ) throws(EditorProblem) {
    guard !isConfirmed, folder.isReleased(file.kind, butNot: file.name),
      bytes.map({ folder.isReleased(file.with($0)) }) != true
    else { return }
    let name = file.kind == .default ? "the default script" : "update \(file.kind.version)"
    let part = bytes == nil ? name : "a step of \(name)"
    throw EditorProblem(
      .confirm,
      "Users have \(name), and their databases will not run it again. Without \(bytes == nil ? "it" : "the step"), new databases can differ from theirs. To change something for users, restore the released text and make a new update.",
      [
        .init("title", .string("Delete \(part), although it is released?")),
        .init("action", .string("Delete it anyway")),
      ])
  }
}

extension EditorFolder {
  /// Whether users have a script, and it is not in another file as they have it.
  fileprivate func isReleased(_ kind: ScriptFile.Kind, butNot name: String) -> Bool {
    guard !locked.contains(where: { $0 != name && ScriptName($0)?.kind == kind }),
      let lock = LockFile.reading(bundle)?.lock
    else { return false }
    return lock.entries.contains { entry in
      switch kind {
      case .default: entry.kind == .default
      case .update(let version): entry.kind == .update && entry.version == version
      }
    }
  }

  /// Whether a script is as users have it.
  fileprivate func isReleased(_ file: ScriptFile) -> Bool {
    guard let script = (try? bundle.read(file))?.script else { return false }
    return LockFile.reading(bundle)?.lock.records(script) ?? false
  }
}
