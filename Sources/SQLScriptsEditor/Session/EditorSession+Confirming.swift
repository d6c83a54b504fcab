import SQLScripts
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

extension EditorSession {
  /// Asks before something is deleted that users have. A script that was changed after its release can be edited, so that
  /// it can be repaired. A repair needs no question, and neither does a step that users do not have.
  ///
  /// - Parameters:
  ///   - bytes: what the script would be; nil if it would be gone.
  ///   - isConfirmed: whether the user has answered.
  func confirmDeletion(
    in file: ScriptFile, leaving bytes: [UInt8]?, _ isConfirmed: Bool
  ) throws(EditorProblem) {
    guard !isConfirmed, folder.isReleased(file.kind, butNot: file.name),
      bytes.map({ !folder.isReleased(file.with($0)) && losesReleasedStep(file, in: $0) }) ?? true
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

  /// Whether a step of the released text is lost. If that text is not known, each step may be one of it.
  private func losesReleasedStep(_ file: ScriptFile, in bytes: [UInt8]) -> Bool {
    guard let now = history.present[file.name].flatMap({ steps(of: file.with($0)) }),
      let after = steps(of: file.with(bytes))
    else { return true }
    let released = folder.released.file(of: file.kind).flatMap { name in
      folder.released.texts[name].flatMap { ScriptFile(named: name, $0) }
    }
    let known = released.flatMap { steps(of: $0) } ?? now
    return known.contains { step, count in
      after[step, default: 0] < min(count, now[step, default: 0])
    }
  }

  /// How often a script has each of its steps.
  private func steps(of file: ScriptFile) -> [CanonicalSQL: Int]? {
    guard let edited = try? scripts?.edited(file) else { return nil }
    let steps = edited.statements.map { CanonicalSQL($0) }.filter { !$0.tokens.isEmpty }
    return Dictionary(steps.map { ($0, 1) }, uniquingKeysWith: +)
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
