import SQLScriptsAuthoring
import SQLScriptsFiles

extension EditorFolder {
  /// Who may use each file that gets the text of another one, or comes back: the same people as before. Asked before
  /// anything is written.
  ///
  /// - Parameters:
  ///   - names: the files that saving changes.
  ///   - contents: what they have afterwards; those that are missing are deleted.
  mutating func access(
    of names: [String], with contents: [String: [UInt8]]
  ) -> [String: FileAccess] {
    let texts = Dictionary(grouping: names) { saved[$0] }
    var known: [String: FileAccess] = [:]
    for name in names where saved[name] != nil {
      known[name] = FileAccess(of: ScriptDirectory.path(of: name, in: path))
    }
    // Somebody may have edited a renumbered script before it was saved.
    let deleted = names.filter { contents[$0] == nil && saved[$0] != nil }
    let taken = Set(names.compactMap { contents[$0] })
    var found: [String: FileAccess] = [:]
    for name in names {
      guard let bytes = contents[name] else { continue }
      let isVacated = saved[name].map(taken.contains) ?? true
      let alike = saved[name] == nil ? deleted.first { Self.areAlike($0, name) } : nil
      found[name] =
        texts[bytes]?.first.flatMap { known[$0] } ?? (isVacated ? gone[bytes] : nil)
        ?? alike.flatMap { known[$0] }
    }
    for (name, access) in known where contents[name] == nil || found[name] != nil {
      if let text = saved[name] { gone[text] = access }
    }
    return found
  }

  /// Whether names differ only by their numbers.
  private static func areAlike(_ one: String, _ other: String) -> Bool {
    guard let one = ScriptName(one), let other = ScriptName(other) else { return false }
    return one.fileName(of: 1) == other.fileName(of: 1)
  }
}
