import SQLScriptsFiles

/// The unsaved changes that outlive the editor.
struct KeptChanges: Sendable {
  private let journal: UnsavedJournal?
  /// What the journal has, if it could be written.
  private var written: UnsavedJournal.Changes
  private var isWritten = true
  /// Those of files that cannot be read now. They stay in the journal.
  private var waiting: UnsavedJournal.Changes
  /// Those of an earlier editor, as long as anything is unsaved.
  private(set) var recovered: UnsavedJournal.Changes = [:]

  /// - Parameter journal: nil if nothing outlives the editor.
  init(_ journal: UnsavedJournal?) {
    let found = journal?.takeOver()
    self.journal = found == nil ? nil : journal
    (written, waiting) = (found ?? [:], found ?? [:])
  }

  /// Whether an editor that is started later has the changes.
  var areKept: Bool { journal != nil && isWritten }

  /// The changes of an earlier editor that the files of a folder can have now. What was saved since is not a change.
  mutating func recover(in folder: EditorFolder) -> UnsavedJournal.Changes {
    let ready = waiting.filter { name, change in
      let isScript = ScriptFile(named: name, []) != nil && !name.contains("/")
      return folder.blocked[name] == nil
        && (isScript || folder.saved[name] != nil || change.after == nil)
    }
    for name in ready.keys { waiting[name] = nil }
    recovered = ready.filter { $0.value.after != folder.saved[$0.key] }
    return recovered
  }

  mutating func keep(_ unsaved: UnsavedJournal.Changes) {
    if unsaved.isEmpty { recovered = [:] }
    let changes = waiting.merging(unsaved) { $1 }
    guard let journal, changes != written || !isWritten else { return }
    written = changes
    isWritten = journal.write(changes)
  }

  /// Looks whether the journal has them, and writes it again if it does not.
  ///
  /// - Returns: whether it has them.
  mutating func verify() -> Bool {
    guard let journal else { return false }
    isWritten = journal.holds(written) || journal.write(written) && journal.holds(written)
    return isWritten
  }
}
