import SQLScriptsAuthoring
import SQLScriptsFiles

/// Changes of an earlier editor with the names, and in the formats, that other programs have given their files since.
struct FollowedChanges {
  private(set) var changes: UnsavedJournal.Changes
  /// The old names by the new ones.
  private var oldNames: [String: String] = [:]
  private let folder: EditorFolder

  init(_ changes: UnsavedJournal.Changes, in folder: EditorFolder) {
    (self.changes, self.folder) = (changes, folder)
    // Each file takes one change.
    var free = folder.saved.keys.filter { changes[$0] == nil }.sorted()
    // A script that gets another number here has a new file, and none of its own.
    let moved = Set(changes.values.compactMap(\.oldName))
    for (name, change) in changes.sorted(by: { $0.key < $1.key }) where !moved.contains(name) {
      guard let before = change.before, folder.saved[name] == nil, change.oldName == nil,
        let old = ScriptFile(named: name, before),
        let (place, other) = Self.successor(of: old, among: free, folder),
        let followed = Self.change(change, of: old, to: other)
      else { continue }
      free.remove(at: place)
      self.changes[name] = nil
      self.changes[other.name] = followed
      oldNames[other.name] = name
    }
  }

  /// The file that a script is now, and its place among others. The same script comes before another one of its version.
  private static func successor(
    of old: ScriptFile, among names: [String], _ folder: EditorFolder
  ) -> (Int, ScriptFile)? {
    let found = names.enumerated().compactMap { place, name in
      folder.saved[name].flatMap { ScriptFile(named: name, $0) }.map { (place, $0) }
    }.filter { $0.1.kind == old.kind }
    return found.first { Conversion.isSame(old, as: $0.1) }
      ?? (found.count == 1 ? found.first : nil)
  }

  /// The change as one of another file; nil if the format of that cannot hold it.
  private static func change(
    _ change: UnsavedChange, of old: ScriptFile, to other: ScriptFile
  ) -> UnsavedChange? {
    guard case .bytes(let theirs) = other.content else { return nil }
    let converted = { (bytes: [UInt8]) in
      Conversion.bytes(of: old.with(bytes), in: other.format)
    }
    let before = Conversion.isSame(old, as: other) ? theirs : change.before.flatMap(converted)
    let after = change.after.flatMap(converted)
    guard let before, (after == nil) == (change.after == nil) else { return nil }
    return UnsavedChange(before: before, after: after)
  }

  /// What other programs have done since the scripts had these marks.
  func meanwhile(since marks: [String: String]) -> [Meanwhile] {
    let (saved, now) = (folder.saved, folder.marks)
    var found = oldNames.map { new, old in
      let isSame = ScriptName(old)?.format == ScriptName(new)?.format
      return Meanwhile(file: old, action: isSame ? .renamed : .converted, newName: new)
    }
    var rest = Set(marks.keys).union(changes.keys).subtracting(oldNames.values).subtracting([""])
    for (new, old) in oldNames where changes[new]?.before == saved[new] || marks[old] == nil {
      rest.remove(new)
    }
    for name in rest.sorted() {
      let (before, bytes) = (changes[name]?.before, saved[name])
      if let change = changes[name] {
        guard before != bytes, change.after != bytes else { continue }
        found.append(
          Meanwhile(
            file: name, action: bytes == nil ? .deleted : before == nil ? .added : .changed))
      } else if bytes == nil, folder.blocked[name] == nil {
        let new = now.keys.sorted().first {
          marks[$0] == nil && now[$0] == marks[name]
            && ScriptName($0)?.kind == ScriptName(name)?.kind
        }
        let isSame = ScriptName(name)?.format == new.flatMap { ScriptName($0) }?.format
        let action = new == nil ? Meanwhile.Action.deleted : isSame ? .renamed : .converted
        found.append(Meanwhile(file: name, action: action, newName: new))
      } else if marks[name].map({ !$0.contains(" ") && $0 != now[name] }) == true, bytes != nil {
        found.append(Meanwhile(file: name, action: .changed))
      }
    }
    return found.sorted { $0.file < $1.file }
  }
}
