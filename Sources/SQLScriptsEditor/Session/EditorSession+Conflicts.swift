import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

extension EditorSession {
  /// What saving would change in the files, with the scripts as they were saved, and both sides of those that another
  /// program has changed.
  func preview() async throws(EditorProblem) -> JSONText {
    try checkFolder(orMake: true)
    let isGone = folder.trouble == .gone
    let theirs = isGone ? [:] : conflicts
    let bases = bases(of: theirs.keys)
    let shown = theirs.isEmpty ? [:] : try await versions(with: theirs)
    let before = bases.isEmpty ? [:] : try await versions(with: bases)
    let files = unsavedNames.map { name -> JSONText in
      let (before, after) = (folder.saved[name], history.present[name])
      let state = before == nil ? "new" : after == nil ? "deleted" : "changed"
      let oldName = history.nameOnDisk(of: name)
      let newName = after == nil ? unsavedNames.first { history.nameOnDisk(of: $0) == name } : nil
      let old = before ?? oldName.flatMap { folder.saved[$0] }
      return .object([
        .init("file", .string(name)), .init("state", .string(state)),
        .init("newName", .string(newName)), .init("oldName", .string(oldName)),
        .init("before", savedVersions[oldName ?? name] ?? .null),
        .init("diff", Self.diff(name, old ?? [], after ?? [])),
      ])
    }
    return [
      "files": .array(files), "makesFolder": .bool(isGone),
      "refusal": .string(isGone ? nil : refusal(of: unsavedNames)),
      "missing": .array(isGone ? folder.unread.map { .string($0) } : []),
      "conflicts": .array(
        theirs.sorted { $0.key < $1.key }.map { name, theirs in
          let known = bases[name] == nil ? savedVersions[name] : before[name]
          return sides(of: name, theirs: theirs, before: known ?? .null, shown[name] ?? .null)
        }),
    ]
  }

  /// What was on the disk when unsaved scripts were changed, as far as the editor has read other contents since, or has
  /// started since.
  private func bases(of names: some Sequence<String>) -> [String: [UInt8]?] {
    var found: [String: [UInt8]?] = [:]
    for name in names {
      let base = history.origin(of: name, on: folder.saved)
      if base != folder.saved[name] { found.updateValue(base, forKey: name) }
    }
    return found
  }

  /// The scripts as the page would show them with other contents of some files, by file name.
  private func versions(
    with others: [String: [UInt8]?]
  ) async throws(EditorProblem) -> [String: JSONText] {
    let number = revision
    let contents = folder.saved.filter { others[$0.key] == nil }
      .merging(others.compactMapValues { $0 }) { $1 }
    let library = ScriptLibrary(folder.bundle(contents))
    let (title, released) = (title, folder.released)
    let check = await Task.detached {
      // A memory of its own, so that a check of the present scripts does not end this one.
      EditorCheck(library, RehearsalMemory(), title: title, released: released, after: nil)
    }.value
    guard revision == number else { throw .stale }
    return Dictionary(
      check.entries.compactMap { id, entry in
        check.versions[id].map { (entry.file.name, $0) }
      }, uniquingKeysWith: { $1 })
  }

  /// What another program has made of unsaved scripts since the user saw them, also if undoing has gone back to before a
  /// reload; nil for a file that it has deleted. What it did the same way, such as deleting the script, is no conflict.
  /// Saving names an obstacle by itself.
  var conflicts: [String: [UInt8]?] {
    var found: [String: [UInt8]?] = [:]
    for name in unsavedNames {
      // It may be the same file.
      if let old = otherCase(of: name), folder.current(old) == folder.saved[old] { continue }
      guard folder.obstacle(name) == nil else { continue }
      let now = folder.current(name)
      let isOutdated =
        now != folder.saved[name] || history.isOutdated(name) || isMovedElsewhere(name)
      if now != history.present[name], isOutdated {
        found.updateValue(now, forKey: name)
      }
    }
    return found
  }

  /// Whether another program has changed or deleted the file whose script gets this name, so that saving would bring
  /// back what is gone.
  private func isMovedElsewhere(_ name: String) -> Bool {
    history.nameOnDisk(of: name).map { folder.current($0) != folder.saved[$0] } ?? false
  }

  /// Names what another program has written, as long as this process runs.
  static func mark(_ name: String, _ theirs: [UInt8]?) -> String {
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(theirs)
    return String(hasher.finalize())
  }

  /// - Parameters:
  ///   - before: the script that both sides have changed.
  ///   - version: what the other program has made of it.
  private func sides(
    of name: String, theirs: [UInt8]?, before: JSONText, _ version: JSONText
  ) -> JSONText {
    let mine = history.present[name]
    let text = { (bytes: [UInt8]?) in
      JSONText.string(bytes.map { String(decoding: $0, as: UTF8.self) })
    }
    return .object([
      .init("file", .string(name)), .init("mine", text(mine)), .init("theirs", text(theirs)),
      .init("before", before), .init("version", version),
      // The page shows it already, or has shown it before an undo.
      .init("known", .bool(theirs == folder.saved[name])),
      .init("replacedBy", .string(theirs == nil ? folder.replacement(of: name) : nil)),
      .init("mark", .string(Self.mark(name, theirs))),
      .init("diff", Self.diff(name, theirs ?? [], mine ?? [])),
    ])
  }

  static func diff(_ name: String, _ before: [UInt8], _ after: [UInt8]) -> JSONText {
    let text = UnifiedDiff(path: name, before: before, after: after).text
    // “\r\n” is one character, so lines are cut by their bytes.
    let lines = Array(text.utf8).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    guard lines.count > 1 || lines.isEmpty else {
      return [["kind": "@", "text": "This file is not text, so its lines cannot be shown."]]
    }
    return .array(
      lines.dropFirst(2).map { line in
        let mark = line.utf8.first.map { String(UnicodeScalar($0)) } ?? " "
        let text = mark == "@" ? line : String(decoding: line.utf8.dropFirst(), as: UTF8.self)
        return ["kind": .string(mark), "text": .string(text)]
      })
  }
}
