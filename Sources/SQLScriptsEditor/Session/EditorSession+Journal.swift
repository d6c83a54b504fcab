extension EditorSession {
  /// Keeps the unsaved changes for an editor that starts after this one has ended without saving them.
  func keepJournal() { kept.keep(unsavedChanges, of: folder) }

  /// Makes sure that the unsaved changes are kept.
  ///
  /// - Returns: what becomes of them; nil if there are none.
  package func keepUnsavedChanges() -> KeptState? {
    keepJournal()
    guard hasUnsavedChanges else { return nil }
    guard kept.verify() else { return .lost }
    guard folder.absolutePath == place, let now = try? EditorFolder(folder.path), kept.fit(now)
    else { return .offered }
    return .shown
  }

  /// What the user is told at the start of changes of earlier editors that are not shown.
  package var wordsOfSetAside: [String] {
    [
      kept.setAside.first.map { first in
        let cause =
          oldPlace(of: first).map { "were made when this folder was “\($0)”" }
          ?? "belong to scripts that looked different"
        return "Unsaved changes of an earlier editor \(cause). The page asks what to do with them."
      },
      kept.unreadable.map {
        "Unsaved changes of an earlier editor cannot be read. They are kept in “\($0)” for \(UnsavedJournal.daysAside) days."
      },
    ].compactMap { $0 }
  }

  /// The path of a journal that an editor which is started later will show by mistake.
  package var outdatedJournal: String? { kept.outdated }

  /// Whether there are unsaved changes besides those of an earlier editor.
  var hasNewerChanges: Bool {
    guard !kept.recovered.isEmpty else { return false }
    return unsavedNames.contains { name in
      kept.recovered[name].map { $0.after != history.present[name] } ?? true
    }
  }

  private var unsavedChanges: UnsavedJournal.Changes {
    var changes: UnsavedJournal.Changes = [:]
    for name in unsavedNames {
      changes[name] = UnsavedChange(
        before: history.origin(of: name, on: folder.saved), after: history.present[name],
        oldName: history.nameOnDisk(of: name))
    }
    return changes
  }
}
