extension EditorSession {
  /// Keeps the unsaved changes for an editor that starts after this one has ended without saving them.
  func keepJournal() { kept.keep(unsavedChanges, of: folder.saved) }

  /// Makes sure that the unsaved changes are kept.
  ///
  /// - Returns: whether there are any, and an editor that is started later has them.
  package func keepsUnsavedChanges() -> Bool {
    keepJournal()
    guard hasUnsavedChanges, folder.absolutePath == place,
      let now = try? EditorFolder(folder.path)
    else { return false }
    return kept.verify(in: now)
  }

  /// What the user is told of changes of an earlier editor that cannot be shown.
  package var setAsideChanges: String? { kept.setAside }

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
