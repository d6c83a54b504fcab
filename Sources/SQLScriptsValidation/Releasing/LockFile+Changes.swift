extension LockFile {
  /// What a release notes about one script.
  package struct Change: Sendable, Hashable {
    package enum Action: String, Sendable, CaseIterable {
      case new, changed, renamed, removed
    }

    package let action: Action
    package let entry: Entry
    /// The name that it was released by, of one that was renamed.
    package let oldName: String?
  }

  /// What differs from an older lock, in the order of its lines; what is gone comes last.
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

  /// What makes two entries the same script.
  private struct Script: Hashable {
    let version: Int64
    let kind: Entry.Kind

    init(_ entry: Entry) {
      version = entry.version
      kind = entry.kind
    }
  }
}
