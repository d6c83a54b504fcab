import SQLScriptsFiles

/// The unsaved changes that outlive the editor.
struct KeptChanges: Sendable {
  private let journal: UnsavedJournal?
  /// What the journal has, if it could be written.
  private var written: JournalContents
  private var isWritten = true
  /// The scripts whose marks it has.
  private var saved: [String: [UInt8]]?
  /// Those of files that cannot be read now. They stay in the journal.
  private var waiting: UnsavedJournal.Changes
  /// Those of an earlier editor, as long as anything is unsaved.
  private(set) var recovered: UnsavedJournal.Changes = [:]
  /// What other programs have done with the scripts since those were kept.
  private(set) var meanwhile: [Meanwhile] = []
  /// Changes that may belong to other scripts, newest first.
  private(set) var setAside: [SetAside]
  /// The path of a journal that cannot be read.
  let unreadable: String?

  /// - Parameter journal: nil if nothing outlives the editor.
  init(_ journal: UnsavedJournal?, for folder: EditorFolder) {
    let found = journal?.takeOver(for: folder)
    self.journal = found == nil ? nil : journal
    written = found?.contents ?? JournalContents()
    (setAside, unreadable) = (found?.setAside ?? [], found?.unreadable)
    waiting = written.changes
  }

  /// Whether there are changes of files that cannot be read now.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Whether an editor that is started later has the changes.
  var areKept: Bool { journal != nil && isWritten }

  /// The path of a journal with changes that are no longer unsaved, if it could not be deleted.
  var outdated: String? {
    written.changes.isEmpty && !isWritten ? journal.flatMap { $0.exists ? $0.path : nil } : nil
  }

  /// The changes of an earlier editor that the files of a folder can have now. What was saved since is not a change.
  mutating func recover(in folder: EditorFolder) -> UnsavedJournal.Changes {
    let ready = waiting.filter { name, change in
      let isScript = ScriptFile(named: name, []) != nil && !name.contains("/")
      return folder.blocked[name] == nil
        && (isScript || folder.saved[name] != nil || change.after == nil)
    }
    for name in ready.keys { waiting[name] = nil }
    let followed = FollowedChanges(ready, in: folder)
    let changes = followed.changes
    // A script that gets another number is not what it was if its file is not.
    let moved = changes.values.compactMap(\.oldName)
    recovered = changes.filter { name, change in
      change.after != folder.saved[name]
        || moved.contains(name) && change.before != folder.saved[name]
    }
    meanwhile = recovered.isEmpty ? [] : followed.meanwhile(since: written.marks)
    return recovered
  }

  /// Takes changes that were set aside as those of an earlier editor.
  mutating func use(_ other: SetAside, in folder: EditorFolder) -> UnsavedJournal.Changes {
    waiting.merge(other.contents.changes) { $1 }
    (written.marks, saved) = (other.contents.marks, nil)
    return recover(in: folder)
  }

  /// Deletes changes that were set aside.
  ///
  /// - Returns: whether they are gone.
  mutating func delete(_ other: SetAside) -> Bool {
    guard journal?.delete(other) == true else { return false }
    setAside.removeAll { $0.path == other.path }
    return true
  }

  mutating func keep(_ unsaved: UnsavedJournal.Changes, of folder: EditorFolder) {
    if unsaved.isEmpty { (recovered, meanwhile) = ([:], []) }
    var contents = JournalContents(changes: waiting.merging(unsaved) { $1 })
    if !contents.changes.isEmpty {
      contents.place = journal?.folder
      contents.marks = folder.saved == saved ? written.marks : folder.marks
    }
    guard let journal, contents != written || !isWritten else { return }
    saved = contents.changes.isEmpty ? nil : folder.saved
    written = contents
    isWritten = journal.write(contents)
  }

  /// Looks whether the journal has them, and writes it again if it does not.
  ///
  /// - Returns: whether it has them.
  mutating func verify() -> Bool {
    guard let journal else { return false }
    isWritten = journal.holds(written) || journal.write(written) && journal.holds(written)
    return isWritten
  }

  /// Whether an editor for a folder shows them without being asked.
  func fit(_ folder: EditorFolder) -> Bool { folder.fits(written) }

  /// Writes the journal again if it has vanished.
  ///
  /// - Returns: whether they can no longer be kept.
  mutating func restore() -> Bool {
    guard let journal, isWritten, !written.changes.isEmpty, !journal.exists else { return false }
    isWritten = journal.write(written)
    return !isWritten
  }
}
