import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

extension EditorSession {
  /// What saving would change in the files.
  var preview: JSONText {
    let files = unsavedNames.map { name -> JSONText in
      let (before, after) = (folder.saved[name], history.present[name])
      let state = before == nil ? "new" : after == nil ? "deleted" : "changed"
      return .object([
        .init("file", .string(name)), .init("state", .string(state)),
        .init("diff", Self.diff(name, before ?? [], after ?? [])),
      ])
    }
    return ["files": .array(files)]
  }

  /// Writes all changed scripts. What another program has changed meanwhile is not overwritten unless the user wants it.
  func save(overwriting: Bool) throws(EditorProblem) -> JSONText {
    guard let check else { throw .malformed }
    let names = unsavedNames
    // Somebody may have released a script while it was edited here.
    if folder.rereadCompanions() { startChecking() }
    let released = names.filter { isReleased($0) }
    guard released.isEmpty else {
      throw EditorProblem(
        .released,
        "\(released.joined(separator: ", ")) was released while you edited it, so nothing was saved; undo your changes and create a new update instead"
      )
    }
    for name in names {
      if let obstacle = folder.obstacle(name) {
        throw EditorProblem(
          .notWritten, "\(obstacle); nothing was saved, and your changes are still here")
      }
      if history.present[name] != nil, let rival = folder.rival(of: name) {
        throw EditorProblem(
          .refused,
          "another program has added “\(rival)”, which has the same version as “\(name)”, so nothing was saved; delete or rename one of them"
        )
      }
    }
    if !overwriting {
      let conflicts = names.filter { folder.current($0) != folder.saved[$0] }
      guard conflicts.isEmpty else { throw conflict(conflicts) }
    }
    var saved: [JSONText] = []
    do throws(AuthoringError) {
      for name in names {
        if let bytes = history.present[name] {
          try folder.write(bytes, to: name, overwriting: overwriting)
        } else {
          try folder.remove(name)
        }
        saved.append(.string(name))
      }
    } catch {
      if !overwriting, saved.isEmpty {
        if case .changedMeanwhile = error { throw conflict(names) }
        if case .exists = error { throw conflict(names) }
      }
      let rest = saved.isEmpty ? "nothing was saved" : "the other files were saved"
      throw EditorProblem(
        .notWritten, "\(error); \(rest), and your changes are still here",
        [.init("saved", .array(saved))])
    }
    tellPages(of: patch(from: check, select: nil))
    return .object(patch(from: check, select: nil) + [.init("saved", .array(saved))])
  }

  /// Whether the lock file on the disk has a version, so that users may have its script.
  private func isReleased(_ name: String) -> Bool {
    guard let script = ScriptName(name), let lock = LockFile.reading(folder.bundle)?.lock else {
      return false
    }
    return lock.entries.contains { entry in
      switch script.kind {
      case .default: entry.kind == .default && entry.name == name
      case .update(let version): entry.kind == .update && entry.version == version
      }
    }
  }

  /// Both sides of files that another program has changed.
  private func conflict(_ names: [String]) -> EditorProblem {
    let files = names.filter { folder.current($0) != folder.saved[$0] }.map { name -> JSONText in
      let (mine, theirs) = (history.present[name], folder.current(name))
      let text = { (bytes: [UInt8]?) in
        JSONText.string(bytes.map { String(decoding: $0, as: UTF8.self) })
      }
      return .object([
        .init("file", .string(name)), .init("mine", text(mine)), .init("theirs", text(theirs)),
        .init("diff", Self.diff(name, theirs ?? [], mine ?? [])),
      ])
    }
    return EditorProblem(
      .conflict,
      "another program changed these files after they were opened here; nothing was saved",
      [.init("files", .array(files))])
  }

  /// Reads the folder again and drops unsaved changes, which can be undone.
  func reload() throws(EditorProblem) -> JSONText {
    do throws(ScriptBundleError) {
      folder = try EditorFolder(folder.path)
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
    reportedChanges = []
    let contents = folder.saved
    return show({ $0.change(to: contents) }, script: nil)
  }

  private static func diff(_ name: String, _ before: [UInt8], _ after: [UInt8]) -> JSONText {
    let lines = UnifiedDiff(path: name, before: before, after: after).text
      .split(separator: "\n", omittingEmptySubsequences: true).dropFirst(2)
    return .array(
      lines.map { line in
        let text = line.hasPrefix("@") ? line : line.dropFirst()
        return ["kind": .string(String(line.prefix(1))), "text": .string(String(text))]
      })
  }
}
