import SQLScriptsFiles
import SQLScriptsValidation

extension EditorFolder {
  /// Whether a file of the bundle may have changed since the last call, according to its time and size.
  mutating func mayHaveChanged(now: Int64 = FileTime.now) -> Bool {
    var found: [String: FileTime] = [:]
    for entry in (try? ScriptDirectory.entries(of: path)) ?? [] where Self.isOfBundle(entry.name) {
      found[entry.name] = FileTime(ScriptDirectory.path(of: entry.name, in: path))
    }
    guard found != times || !found.values.allSatisfy({ $0.isSettled(at: now) }) else {
      return false
    }
    times = found
    noteUnread()
    return true
  }

  /// Databases and other files may change all the time.
  private static func isOfBundle(_ name: String) -> Bool {
    if [BundleSettings.fileName, LockFile.fileName].contains(name) { return true }
    if case .other = ScriptName.read(name) { return false }
    return true
  }

  /// The names of the scripts on the disk now, and of files that would be scripts with another name.
  var currentNames: [String] {
    guard let bundle = try? ScriptBundle(directory: path) else { return [] }
    let misnamed = bundle.diagnostics.compactMap(\.misnamedFile).filter { current($0) != nil }
    return bundle.allScripts.map(\.name) + misnamed
  }

  /// The file on the disk that has a script now whose own file another program has deleted, for example in another format.
  func replacement(of name: String) -> String? {
    guard let kind = ScriptName(name)?.kind, current(name) == nil else { return nil }
    return currentNames.sorted().first {
      $0 != name && saved[$0] == nil && ScriptName($0)?.kind == kind
    }
  }

  /// What another program has done with the scripts since they were read. Reads those whose time has changed.
  mutating func changes(now: Int64 = FileTime.now) -> [String: DiskChange] {
    var changes: [String: DiskChange] = [:]
    for name in Set(currentNames).union(saved.keys).subtracting(blocked.keys) {
      // Before the file is read, so that a change in between has another time.
      let time = FileTime(ScriptDirectory.path(of: name, in: path))
      if saved[name] == nil {
        changes[name] = .added
      } else if time == nil {
        changes[name] = .deleted
      } else if unchanged[name] != time {
        let isUnchanged = current(name) == saved[name]
        unchanged[name] = isUnchanged && time?.isSettled(at: now) == true ? time : nil
        if !isUnchanged { changes[name] = .changed }
      }
    }
    return changes
  }
}
