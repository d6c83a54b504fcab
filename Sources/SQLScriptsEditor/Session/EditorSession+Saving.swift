import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReporting

extension EditorSession {
  /// What saving would change in the files, and both sides of those that another program has changed.
  var preview: JSONText {
    let files = unsavedNames.map { name -> JSONText in
      let (before, after) = (folder.saved[name], history.present[name])
      let state = before == nil ? "new" : after == nil ? "deleted" : "changed"
      return .object([
        .init("file", .string(name)), .init("state", .string(state)),
        .init("diff", Self.diff(name, before ?? [], after ?? [])),
      ])
    }
    return ["files": .array(files), "conflicts": .array(conflictingNames.map(sides))]
  }

  /// The unsaved scripts that another program has changed since the user saw them, also if undoing has gone back to
  /// before a reload. What it did the same way, such as deleting the script, is no conflict. Saving names an obstacle by
  /// itself.
  private var conflictingNames: [String] {
    unsavedNames.filter { name in
      // It may be the same file.
      if let old = otherCase(of: name), folder.current(old) == folder.saved[old] { return false }
      guard folder.obstacle(name) == nil else { return false }
      let now = folder.current(name)
      return now != history.present[name]
        && (now != folder.saved[name] || history.isOutdated(name))
    }
  }

  /// The file that gets a name which differs only in its case. Where case does not matter, both are one file.
  private func otherCase(of name: String) -> String? {
    guard folder.saved[name] == nil else { return nil }
    return folder.saved.keys.first {
      history.present[$0] == nil && $0.lowercased() == name.lowercased()
    }
  }

  /// Writes all changed scripts. What another program has changed meanwhile is not overwritten unless the user wants it.
  func save(overwriting: Bool) throws(EditorProblem) -> JSONText {
    guard let check else { throw .malformed }
    // Somebody may have released a script while it was edited here.
    noticeCompanions()
    // A renamed file must not be gone before it is there again.
    let names =
      unsavedNames.filter { history.present[$0] != nil }
      + unsavedNames.filter { history.present[$0] == nil }
    for name in names { try checkSavable(name) }
    try checkVersions(of: names)
    if !overwriting {
      let conflicts = conflictingNames
      guard conflicts.isEmpty else { throw conflict(conflicts) }
    }
    var saved: [String] = []
    do throws(AuthoringError) {
      for name in names {
        if history.present[name] != nil, let old = otherCase(of: name) {
          try folder.rename(old, to: name)
        }
        if folder.accept(name, as: history.present[name]) {
          // Another program has saved the same.
        } else if let bytes = history.present[name] {
          try folder.write(bytes, to: name, overwriting: overwriting)
        } else {
          try folder.remove(name, overwriting: overwriting)
        }
        history.noteSaved(name, overwriting: overwriting)
        saved.append(name)
      }
    } catch {
      if saved.isEmpty, !overwriting, error.isConflict { throw conflict(conflictingNames) }
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

  private func noteSaved(after check: EditorCheck) {
    folder.noteReleased()
    publish(check)
    report(folder.changes())
  }

  private func checkSavable(_ name: String) throws(EditorProblem) {
    if folder.locked.contains(name) {
      throw EditorProblem(
        .released,
        "“\(name)” was released while you edited it, so nothing was saved; undo your changes and create a new update instead"
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
    for name in written where folder.saved[name] == nil {
      let kind = ScriptName(name)?.kind
      let rival = scripts.first { $0 != name && ScriptName($0)?.kind == kind }
      guard kind != nil, let rival else { continue }
      let isKnown = folder.saved[rival] != nil || history.present[rival] != nil
      let cause =
        isKnown
        ? "“\(rival)” and “\(name)” have the same version"
        : "another program has added “\(rival)”, which has the same version as “\(name)”"
      throw EditorProblem(
        .refused, "\(cause), so nothing was saved; delete or rename one of them")
    }
  }

  /// Both sides of files that another program has changed.
  private func conflict(_ names: [String]) -> EditorProblem {
    EditorProblem(
      .conflict,
      "other programs have changed, created or deleted these files since they were opened here, so nothing was saved",
      [.init("files", .array(names.map(sides)))])
  }

  private func sides(of name: String) -> JSONText {
    let (mine, theirs) = (history.present[name], folder.current(name))
    let text = { (bytes: [UInt8]?) in
      JSONText.string(bytes.map { String(decoding: $0, as: UTF8.self) })
    }
    return .object([
      .init("file", .string(name)), .init("mine", text(mine)), .init("theirs", text(theirs)),
      .init("diff", Self.diff(name, theirs ?? [], mine ?? [])),
    ])
  }

  /// Reads the folder again and drops unsaved changes, which can be undone.
  func reload() async throws(EditorProblem) -> JSONText {
    let before = folder.saved
    do throws(ScriptBundleError) {
      folder = try EditorFolder(folder.path, after: folder)
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
    report([:])
    memory.forgetAll()
    let contents = folder.saved
    return await show({ $0.reload(contents, insteadOf: before) }, checksAll: true)
  }

  private static func diff(_ name: String, _ before: [UInt8], _ after: [UInt8]) -> JSONText {
    let text = UnifiedDiff(path: name, before: before, after: after).text
    // “\r\n” is one character, so lines are cut by their bytes.
    let lines = Array(text.utf8).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    guard lines.count > 1 || lines.isEmpty else {
      return [["kind": "@", "text": "This file is not text, so its lines cannot be shown."]]
    }
    return .array(
      lines.dropFirst(2).map { line in
        let mark = line.utf8.first.map { String(UnicodeScalar($0)) } ?? " "
        let text = mark == "@" ? line : String(decoding: line.utf8.dropFirst(), as: UTF8.self)
        return ["kind": .string(mark), "text": .string(text)]
      })
  }
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
