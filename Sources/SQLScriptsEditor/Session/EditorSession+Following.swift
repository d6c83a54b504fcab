import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReporting

extension EditorSession {
  /// Goes on with scripts to which another program has only given another name or format, so that changes of them are
  /// saved there.
  func followRenamedFiles() {
    guard folder.trouble == nil else { return }
    var followed: [JSONText] = []
    for (old, name) in folder.successors() {
      guard let kind = ScriptName(name)?.kind, let bytes = folder.current(name),
        let converter = converter(from: old, to: name, as: bytes, dropsComments: false),
        converter.isSame, history.present[old].map({ converter.bytes(of: $0) != nil }) == true,
        !folder.locked.contains(old), !history.knows(name)
      else { continue }
      folder.follow(old, to: name, as: bytes)
      history.follow(old, to: name) { converter.bytes(of: $0) ?? $0 }
      noteRenamed(old, to: name)
      let isRenamed = ScriptName(old)?.format == ScriptName(name)?.format
      followed.append([
        "from": .string(old), "to": .string(name), "converted": .bool(!isRenamed),
      ])
      revision += 1
      (stepChanges[revision], stepChanges[revision - 100]) = (nil, nil)
      if isRenamed {
        stepChanges[revision] = StepNumbers(script: kind.version, steps: .kept, from: [], to: [])
      }
    }
    guard !followed.isEmpty else { return }
    followedRevision = revision
    send(["event": "renamed", "files": .array(followed)])
    checkAll()
  }

  /// Makes one file of two before a reload: what was changed in a file here is undone and redone in the one that another
  /// program has made of it. With both, the folder would have two files of one version.
  ///
  /// - Parameter now: the folder as it was read again.
  /// - Returns: what was on the disk before, by the new names.
  func moveHistory(to now: EditorFolder) -> [String: [UInt8]] {
    var before = folder.saved
    for (old, name) in folder.successors() where !history.knows(name) {
      guard let bytes = now.saved[name],
        let converter = converter(from: old, to: name, as: bytes, dropsComments: true)
      else { continue }
      let translated = { (bytes: [UInt8]) in converter.bytes(of: bytes) ?? bytes }
      before[name] = before.removeValue(forKey: old).map(translated)
      history.follow(old, to: name, translated)
    }
    return before
  }

  private func converter(
    from old: String, to name: String, as bytes: [UInt8], dropsComments: Bool
  ) -> FileConverter? {
    folder.saved[old].flatMap {
      FileConverter(old, $0, to: name, bytes, dropsComments: dropsComments)
    }
  }
}

/// Brings contents of a file into the format of the file that replaces it.
private struct FileConverter {
  private let old: ScriptFile
  private let saved: [UInt8]
  private let format: ScriptFile.Format
  private let dropsComments: Bool
  private let theirs: [UInt8]
  /// Whether the new file is the same script.
  let isSame: Bool

  init?(
    _ old: String, _ saved: [UInt8], to name: String, _ bytes: [UInt8], dropsComments: Bool
  ) {
    guard let file = ScriptFile(named: old, saved), let other = ScriptFile(named: name, bytes)
    else { return nil }
    (self.old, self.saved, self.dropsComments) = (file, saved, dropsComments)
    (format, theirs) = (other.format, bytes)
    isSame = Conversion.isSame(file, as: other)
  }

  /// Nil if the format cannot hold them.
  func bytes(of contents: [UInt8]) -> [UInt8]? {
    if isSame, contents == saved { return theirs }
    return Conversion.bytes(of: old.with(contents), in: format, dropsComments: dropsComments)
  }
}

extension EditorFolder {
  /// The only new file of the same version for each script that another program has deleted, by their old names.
  fileprivate mutating func successors() -> [(old: String, new: String)] {
    let changes = changes().sorted { $0.key < $1.key }
    return changes.compactMap { old, change in
      guard change == .deleted, let kind = ScriptName(old)?.kind else { return nil }
      let others = changes.filter { $0.value == .added && ScriptName($0.key)?.kind == kind }
      let rivals = changes.filter { $0.value == .deleted && ScriptName($0.key)?.kind == kind }
      guard let name = others.first?.key, others.count == 1, rivals.count == 1 else { return nil }
      return (old, name)
    }
  }
}
