import SQLScriptsReporting

extension EditorSession {
  /// The lines in which a script differs from the one that users have; null if the editor does not know that one.
  func difference(of id: Int64) throws(EditorProblem) -> JSONText {
    guard let file = check?.entries[id]?.file, let now = history.present[file.name] else {
      throw .malformed
    }
    guard let name = folder.released.file(of: file.kind), let before = folder.released.texts[name]
    else { return ["diff": .null] }
    return ["diff": Self.diff(name, before, now)]
  }
}
