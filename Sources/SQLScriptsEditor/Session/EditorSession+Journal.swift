import SQLScriptsFiles

extension EditorSession {
  /// Keeps the unsaved changes for an editor that starts after this one has ended without saving them.
  func keepJournal() {
    guard let journal else { return }
    var changes: UnsavedJournal.Changes = [:]
    for name in unsavedNames {
      changes[name] = UnsavedChange(before: folder.saved[name], after: history.present[name])
    }
    if changes.isEmpty { isRecovered = false }
    guard changes != journaled || !keepsChanges else { return }
    journaled = changes
    keepsChanges = journal.write(changes)
  }
}

extension EditorHistory {
  /// The contents on the disk with changes that an earlier editor has not saved. They are one step that can be undone, and
  /// meet what another program has written since like any unsaved change.
  init(_ disk: Contents, recovering changes: UnsavedJournal.Changes) {
    var (base, changed) = (disk, disk)
    for (name, change) in changes {
      base[name] = change.before
      changed[name] = change.after
    }
    self.init(base)
    for name in base.keys where changes[name] == nil { changed[name] = base[name] }
    change(to: changed)
    guard base != disk else { return }
    reload(disk, insteadOf: base)
    undo()
  }
}

extension UnsavedJournal {
  /// The changes of files that a folder may have. What was saved since is none.
  func changes(of folder: EditorFolder) -> Changes {
    (read() ?? [:]).filter { name, change in
      let isScript = ScriptFile(named: name, []) != nil && !name.contains("/")
      return change.after != folder.saved[name]
        && (folder.saved[name] != nil || isScript && folder.blocked[name] == nil)
    }
  }
}
