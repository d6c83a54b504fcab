import SQLScriptsReporting

extension EditorSession {
  /// The changes of an earlier editor that the page offers next, and how many there are.
  var offeredChanges: JSONText {
    guard let first = kept.setAside.first else { return .null }
    return [
      "name": .string(first.name), "date": .integer(first.date),
      "number": .int(kept.setAside.count), "place": .string(oldPlace(of: first)),
    ]
  }

  /// The path that the folder had when the changes were made; nil if it was the present one.
  func oldPlace(of other: SetAside) -> String? {
    other.contents.place == place ? nil : other.contents.place
  }

  private func setAside(_ name: String) throws(EditorProblem) -> SetAside {
    guard let found = kept.setAside.first(where: { $0.name == name }) else {
      throw EditorProblem(
        .refused, "these changes are no longer here: another tab has used or deleted them")
    }
    return found
  }

  /// The files of changes that were set aside, with what was changed in each.
  func showSetAside(_ name: String) throws(EditorProblem) -> JSONText {
    let changes = try setAside(name).contents.changes.sorted { $0.key < $1.key }
    return [
      "files": .array(
        changes.map { name, change in
          let state = change.before == nil ? "new" : change.after == nil ? "deleted" : "changed"
          return [
            "file": .string(name), "state": .string(state), "oldName": .string(change.oldName),
            "diff": Self.diff(name, change.before ?? [], change.after ?? []),
          ]
        })
    ]
  }

  /// Makes the changes here, unsaved. What the files have instead is a conflict.
  func useSetAside(_ name: String) async throws(EditorProblem) -> JSONText {
    guard check != nil else { throw .malformed }
    let other = try setAside(name)
    guard !hasUnsavedChanges, !kept.isWaiting else {
      throw EditorProblem(
        .refused,
        "there are other unsaved changes, and the two must not be mixed; save or discard those first"
      )
    }
    let changes = kept.use(other, in: folder)
    let answer = await show({ $0.recover(changes) }, checksAll: true)
    // The journal has them by now, or the files do.
    if kept.areKept || changes.isEmpty && !kept.isWaiting { _ = kept.delete(other) }
    return try tellOffers(
      answer,
      [.init("used", .int(changes.count)), .init("waits", .bool(kept.isWaiting))])
  }

  /// Deletes changes that were set aside.
  func deleteSetAside(_ name: String) throws(EditorProblem) -> JSONText {
    let other = try setAside(name)
    guard kept.delete(other) else {
      throw EditorProblem(.notWritten, "“\(other.path)” could not be deleted")
    }
    return try tellOffers(.null, [])
  }

  /// Tells all pages which changes are offered now.
  private func tellOffers(
    _ answer: JSONText, _ more: [JSONText.Member]
  ) throws(EditorProblem) -> JSONText {
    guard let check = present else { return answer }
    let from = state
    publish(check)
    return answer == .null ? .object(patch(from: check, state: from) + more) : answer.adding(more)
  }
}
