import SQLScriptsFiles

extension EditorSession {
  /// Goes on with scripts to which another program has only given another name, so that changes of them are saved there.
  func followRenamedFiles() {
    for (old, name) in folder.renamedFiles()
    where history.present[old] != nil && !history.knows(name) {
      folder.follow(old, to: name)
      history.follow(old, to: name)
      noteRenamed(old, to: name)
      send(["event": "renamed", "from": .string(old), "to": .string(name)])
      revision += 1
      (stepChanges[revision], stepChanges[revision - 100]) = (nil, nil)
      guard let id = ScriptName(name)?.kind.version else { continue }
      stepChanges[revision] = StepNumbers(script: id, steps: .kept, from: [], to: [])
      checkAll()
    }
  }
}

extension EditorFolder {
  /// The new names of scripts that another program has renamed without any other change, by their old names.
  fileprivate mutating func renamedFiles() -> [(old: String, new: String)] {
    var found: [(old: String, new: String)] = []
    let changes = changes().sorted { $0.key < $1.key }
    for (old, change) in changes where change == .deleted {
      guard let script = ScriptName(old), let bytes = saved[old], !locked.contains(old) else {
        continue
      }
      let others = changes.filter { name, change in
        change == .added && ScriptName(name)?.kind == script.kind
      }
      guard let name = others.first?.key, others.count == 1,
        ScriptName(name)?.format == script.format, current(name) == bytes
      else { continue }
      found.append((old, name))
    }
    return found
  }
}
