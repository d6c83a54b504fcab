import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReporting

extension EditorSession {
  /// The file that gets a name which differs only in its case. Where case does not matter, both are one file.
  func otherCase(of name: String) -> String? {
    guard folder.saved[name] == nil else { return nil }
    return folder.saved.keys.first {
      history.present[$0] == nil && $0.lowercased() == name.lowercased()
    }
  }

  /// Writes all changed scripts.
  ///
  /// - Parameter marks: the contents of other programs that the user has seen and wants to overwrite. Nothing else that
  ///   another program has written is overwritten.
  func save(overwriting marks: Set<String>) throws(EditorProblem) -> JSONText {
    guard let check else { throw .malformed }
    try makeFolderAgain()
    // Somebody may have released a script while it was edited here.
    noticeCompanions()
    // A renamed file must not be gone before it is there again.
    let names =
      unsavedNames.filter { history.present[$0] != nil }
      + unsavedNames.filter { history.present[$0] == nil }
    for name in names { try checkSavable(name) }
    try checkVersions(of: names)
    let theirs = conflicts
    guard theirs.allSatisfy({ marks.contains(Self.mark($0.key, $0.value)) }) else {
      throw .conflict
    }
    let access = folder.access(
      of: names, from: history.scriptsOnDisk, to: history.scripts)
    var saved: [String] = []
    do throws(AuthoringError) {
      for name in names {
        if history.present[name] != nil, let old = otherCase(of: name) {
          try folder.rename(old, to: name)
        }
        if folder.accept(name, as: history.present[name]) {
          // Another program has saved the same.
        } else if let bytes = history.present[name] {
          try folder.write(
            bytes, to: name, insteadOf: theirs[name] ?? folder.saved[name], access: access[name])
        } else {
          try folder.remove(name, holding: theirs[name] ?? folder.saved[name])
        }
        history.noteSaved(name, overwriting: theirs.keys.contains(name))
        saved.append(name)
      }
    } catch {
      if saved.isEmpty, error.isConflict { throw .conflict }
      noteSaved(after: check)
      let rest =
        saved.isEmpty
        ? "nothing was saved"
        : "\(saved.map { "“\($0)”" }.joined(separator: ", ")) \(saved.count == 1 ? "was" : "were") saved, the rest was not"
      throw EditorProblem(
        .notWritten, "\(error); \(rest), and your changes are still here",
        [.init("saved", .array(saved.map { .string($0) }))])
    }
    let from = state
    noteSaved(after: check)
    return .object(
      patch(from: check, state: from) + [.init("saved", .array(saved.map { .string($0) }))])
  }

  /// Why the scripts could not be saved now; nil if nothing is known that would prevent it.
  func refusal(of names: [String]) -> String? {
    do throws(EditorProblem) {
      for name in names { try checkSavable(name) }
      try checkVersions(of: names)
    } catch {
      return error.message
    }
    let trouble = folder.writeTrouble
    return names.lazy.compactMap { trouble?.words(for: $0) }.first
  }

  private func noteSaved(after check: EditorCheck) {
    folder.noteReleased()
    publish(check)
    report(folder.changes())
  }

  private func checkSavable(_ name: String) throws(EditorProblem) {
    if folder.locked.contains(name) {
      throw EditorProblem(
        .released,
        "“\(name)” was released while you edited it, so nothing was saved; restore the released text, and make your changes in a new update"
      )
    }
    if let obstacle = folder.obstacle(name) {
      throw EditorProblem(
        .notWritten, "\(obstacle); nothing was saved, and your changes are still here")
    }
  }

  /// Refuses a new script if the folder would then have another one of its version.
  private func checkVersions(of names: [String]) throws(EditorProblem) {
    let written = names.filter { history.present[$0] != nil }
    let scripts = Set(folder.currentNames).subtracting(names).union(written).sorted()
    for name in written where folder.current(name) == nil {
      let kind = ScriptName(name)?.kind
      let rival = scripts.first { $0 != name && ScriptName($0)?.kind == kind }
      guard kind != nil, let rival else { continue }
      if folder.saved[name] != nil {
        throw EditorProblem(
          .refused,
          "another program has made “\(rival)” of “\(name)”, so nothing was saved; press “Use theirs (reload the files)”, then Undo, and save: your changes go into “\(rival)”"
        )
      }
      let isKnown = folder.saved[rival] != nil || history.present[rival] != nil
      let cause =
        isKnown
        ? "“\(rival)” and “\(name)” have the same version"
        : "another program has added “\(rival)”, which has the same version as “\(name)”"
      throw EditorProblem(
        .refused, "\(cause), so nothing can be saved; delete or rename one of them")
    }
  }

  /// Reads the folder again and drops unsaved changes, which can be undone.
  func reload() async throws(EditorProblem) -> JSONText {
    try checkFolder()
    let before: [String: [UInt8]]
    do throws(ScriptBundleError) {
      let now = try EditorFolder(folder.path, after: folder)
      before = moveHistory(to: now)
      folder = now
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
    report([:])
    memory.forgetAll()
    let contents = folder.saved
    // Those of files that could not be read until now.
    let recovered = kept.recover(in: folder)
    checksDisk = checksDisk || !recovered.isEmpty
    return await show(
      {
        $0.reload(contents, insteadOf: before)
        $0.recover(recovered)
      }, checksAll: true)
  }
}

extension EditorProblem {
  fileprivate static let conflict = EditorProblem(
    .conflict,
    "other programs have changed, created or deleted these files since they were shown here, so nothing was saved"
  )
}

extension AuthoringError {
  /// Whether another program has changed or created the file.
  fileprivate var isConflict: Bool {
    switch self {
    case .changedMeanwhile, .exists: true
    default: false
    }
  }
}
