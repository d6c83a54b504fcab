extension LockFile {
  /// What a release records about one script.
  package struct Change: Sendable, Hashable {
    package enum Action: String, Sendable, CaseIterable {
      case new, changed, renamed, removed
    }

    package let action: Action
    package let entry: Entry
    /// The name at its release, if it was renamed.
    package let oldName: String?
  }

  /// The differences from an older lock, in the order of its lines; deleted entries come last.
  package func changes(since old: LockFile) -> [Change] {
    let before = old.entries.reduce(into: [Script: Entry]()) { $0[Script($1)] = $1 }
    let now = Set(entries.map(Script.init))
    let changes = entries.compactMap { entry -> Change? in
      guard let earlier = before[Script(entry)] else {
        return Change(action: .new, entry: entry, oldName: nil)
      }
      if earlier.checksum != entry.checksum {
        return Change(action: .changed, entry: entry, oldName: nil)
      }
      if earlier.name != entry.name {
        return Change(action: .renamed, entry: entry, oldName: earlier.name)
      }
      return nil
    }
    let gone = old.entries.filter { !now.contains(Script($0)) }
    return changes + gone.map { Change(action: .removed, entry: $0, oldName: nil) }
  }

  /// Whether it keeps the text of a default script that the older lock does not keep.
  package func keepsOther(than old: LockFile) -> Bool {
    kept.map(\.checksum) != old.kept.map(\.checksum)
  }

  /// The identity of a script among entries.
  private struct Script: Hashable {
    let version: Int64
    let kind: Entry.Kind

    init(_ entry: Entry) {
      version = entry.version
      kind = entry.kind
    }
  }
}
