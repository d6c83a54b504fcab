import SQLScriptsAuthoring
import SQLScriptsFiles

/// Changes of an earlier editor with the names, and in the formats, that other programs have given their files since.
struct FollowedChanges {
  private(set) var changes: UnsavedJournal.Changes
  /// The old names by the new ones.
  private var oldNames: [String: String] = [:]
  private let folder: EditorFolder

  /// A file that is gone, and the one that it is now.
  private typealias Successor = (old: ScriptFile, new: ScriptFile)

  init(_ changes: UnsavedJournal.Changes, in folder: EditorFolder) {
    (self.changes, self.folder) = (changes, folder)
    // Each file takes one change.
    var free = folder.saved.keys.filter { changes[$0] == nil }.sorted()
    var successors: [String: Successor] = [:]
    for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
      guard let before = change.before, folder.saved[name] == nil,
        let old = ScriptFile(named: name, before),
        let (place, new) = Self.successor(of: old, among: free, folder)
      else { continue }
      free.remove(at: place)
      successors[name] = (old, new)
    }
    let moved = Set(changes.values.compactMap(\.oldName))
    let renumbering = changes.filter { $0.value.oldName != nil || moved.contains($0.key) }
    for (name, successor) in successors where renumbering[name] == nil {
      guard let change = changes[name], let before = Self.before(change, successor),
        let after = Self.after(change.after, successor)
      else { continue }
      self.changes[name] = nil
      self.changes[successor.new.name] = UnsavedChange(before: before, after: after)
      oldNames[successor.new.name] = name
    }
    follow(renumbering, successors.filter { renumbering[$0.key] != nil })
  }

  /// Scripts that get other numbers here take each other's places, so all of them go on in new files, or none.
  private mutating func follow(
    _ renumbering: UnsavedJournal.Changes, _ successors: [String: Successor]
  ) {
    guard !successors.isEmpty else { return }
    var followed: UnsavedJournal.Changes = [:]
    for (name, change) in renumbering {
      guard change.before != nil else { continue }
      let successor = successors[name]
      guard let before = successor.map({ Self.before(change, $0) }) ?? change.before else { return }
      followed[successor?.new.name ?? name] = UnsavedChange(before: before, after: nil)
    }
    for (name, change) in renumbering {
      guard let after = change.after else { continue }
      let successor = successors[change.oldName ?? name]
      var (place, bytes) = (name, after)
      if let successor {
        guard let script = ScriptName(successor.new.name), let version = ScriptName(name)?.kind,
          let converted = Self.after(after, successor) ?? nil
        else { return }
        (place, bytes) = (script.fileName(of: version.version), converted)
      }
      var new = followed[place] ?? UnsavedChange(before: nil, after: nil)
      // Another file may have the name by now.
      guard new.after == nil, new.before != nil || folder.saved[place] == nil else { return }
      new.after = bytes
      new.oldName = change.oldName.map { successor?.new.name ?? $0 }
      followed[place] = new
    }
    for name in renumbering.keys { changes[name] = nil }
    changes.merge(followed) { $1 }
    for (name, successor) in successors { oldNames[successor.new.name] = name }
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

  /// What a change began with, in the new file; nil if its format cannot hold it.
  private static func before(_ change: UnsavedChange, _ successor: Successor) -> [UInt8]? {
    if case .bytes(let theirs) = successor.new.content,
      Conversion.isSame(successor.old, as: successor.new)
    {
      return theirs
    }
    return change.before.flatMap {
      Conversion.bytes(of: successor.old.with($0), in: successor.new.format)
    }
  }

  /// What a change leads to, in the new file: nothing, if it deletes the script. Nil if the format of the new file cannot
  /// hold it.
  private static func after(_ bytes: [UInt8]?, _ successor: Successor) -> [UInt8]?? {
    guard let bytes else { return .some(nil) }
    return Conversion.bytes(of: successor.old.with(bytes), in: successor.new.format).map { $0 }
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
