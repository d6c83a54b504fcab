import SQLScriptsFiles

extension EditorFolder {
  /// Whether a file may have changed since the last call, according to its time and size.
  mutating func mayHaveChanged() -> Bool {
    var now: [String: FileTime] = [:]
    for entry in (try? ScriptDirectory.entries(of: path)) ?? [] {
      now[entry.name] = FileTime(ScriptDirectory.path(of: entry.name, in: path))
    }
    guard now != times else { return false }
    times = now
    return true
  }

  /// The names of the scripts on the disk now.
  var currentNames: [String] {
    (try? ScriptBundle(directory: path))?.allScripts.map(\.name) ?? []
  }

  /// What another program has done with the scripts since they were read.
  var changes: [String: DiskChange] {
    var changes: [String: DiskChange] = [:]
    for name in Set(currentNames).union(saved.keys).subtracting(blocked.keys) {
      if saved[name] == nil {
        changes[name] = .added
      } else if FileTime(ScriptDirectory.path(of: name, in: path)) == nil {
        changes[name] = .deleted
      } else if current(name) != saved[name] {
        changes[name] = .changed
      }
    }
    return changes
  }
}

/// What another program has done with a script.
enum DiskChange: String, Sendable {
  case changed, added, deleted
}
