import SQLScriptsFiles

/// The unsaved changes that outlive the editor.
struct KeptChanges: Sendable {
  private let journal: UnsavedJournal?
  /// What the journal has, if it could be written.
  private var written: JournalContents
  private var isWritten = true
  /// The scripts whose hashes it has.
  private var saved: [String: [UInt8]] = [:]
  /// Those of files that cannot be read now. They stay in the journal.
  private var waiting: UnsavedJournal.Changes
  /// Those of an earlier editor, as long as anything is unsaved.
  private(set) var recovered: UnsavedJournal.Changes = [:]
  /// What the user is told of a journal whose changes cannot be shown.
  let setAside: String?

  /// - Parameter journal: nil if nothing outlives the editor.
  init(_ journal: UnsavedJournal?, for folder: EditorFolder) {
    let found = journal?.takeOver(for: folder.saved)
    self.journal = found == nil ? nil : journal
    (written, setAside) = (found?.contents ?? JournalContents(), found?.setAside)
    waiting = written.changes
  }

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
    let changes = Self.renamed(ready, in: folder)
    // A script that gets another number is not what it was if its file is not.
    let moved = changes.values.compactMap(\.oldName)
    recovered = changes.filter { name, change in
      change.after != folder.saved[name]
        || moved.contains(name) && change.before != folder.saved[name]
    }
    return recovered
  }

  /// The changes with the names that another program has given their files since.
  private static func renamed(
    _ changes: UnsavedJournal.Changes, in folder: EditorFolder
  ) -> UnsavedJournal.Changes {
    var renamed = changes
    // Each file takes one change.
    var free = folder.saved.keys.filter { changes[$0] == nil }.sorted()
    for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
      guard let before = change.before, change.after != nil, folder.saved[name] == nil,
        let kind = ScriptName(name)?.kind,
        let place = free.firstIndex(where: {
          ScriptName($0)?.kind == kind && folder.saved[$0] == before
        })
      else { continue }
      renamed[free.remove(at: place)] = renamed.removeValue(forKey: name)
    }
    return renamed
  }

  /// - Parameter saved: the scripts on the disk that they change.
  mutating func keep(_ unsaved: UnsavedJournal.Changes, of saved: [String: [UInt8]]) {
    if unsaved.isEmpty { recovered = [:] }
    var contents = JournalContents(changes: waiting.merging(unsaved) { $1 })
    if !contents.changes.isEmpty {
      contents.hashes = saved == self.saved ? written.hashes : saved.mapValues(JournalContents.hash)
    }
    guard let journal, contents != written || !isWritten else { return }
    self.saved = contents.hashes.isEmpty ? [:] : saved
    written = contents
    isWritten = journal.write(contents)
  }

  /// Looks whether the journal has them, and writes it again if it does not.
  ///
  /// - Returns: whether it has them, and the folder has their scripts.
  mutating func verify(in folder: EditorFolder) -> Bool {
    guard let journal else { return false }
    isWritten = journal.holds(written) || journal.write(written) && journal.holds(written)
    return isWritten && written.fits(folder.saved)
  }

  /// Writes the journal again if it has vanished.
  ///
  /// - Returns: whether they can no longer be kept.
  mutating func restore() -> Bool {
    guard let journal, isWritten, !written.changes.isEmpty, !journal.exists else { return false }
    isWritten = journal.write(written)
    return !isWritten
  }
}
