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

  /// The scripts that another program has changed, added or deleted since they were read.
  var changedFiles: [String] {
    let names = Set(currentNames).union(saved.keys).subtracting(blocked.keys)
    return names.filter { current($0) != saved[$0] }.sorted()
  }
}
