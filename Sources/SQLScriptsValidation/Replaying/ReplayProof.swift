import SQLScripts
import SQLScriptsFiles

/// The comparison of a bundle with the result of a command: both must produce the same databases at every version.
///
/// Both bundles run. Two equal databases that run the same statements with the same clock and random numbers stay
/// equal. So the schema and all rows are compared only where the statements differ, and at the end. Comparing at
/// every version would take O(N²) time.
package struct ReplayProof: Sendable {
  /// The first difference of another bundle.
  package struct Difference: Sendable, Hashable {
    /// The version; nil if it is none.
    package let version: Int64?
    package let words: [String]
  }

  package let before: Replay
  package let after: Replay
  /// The versions at which the states are compared. At all others, the same statements ran.
  private let compared: Set<Int64>

  package init(_ before: ScriptLibrary, _ after: ScriptLibrary) {
    self.init(Replay(before), after)
  }

  /// - Parameter before: a replay without recorded states is enough.
  init(_ before: Replay, _ after: ScriptLibrary) {
    let new = Replay(after)
    let versions = Self.versionsToCompare(before, new)
    compared = versions
    guard !versions.isEmpty else {
      self.before = before
      self.after = new
      return
    }
    self.before = Replay(before.library, recordingAt: versions)
    self.after = Replay(after, recordingAt: versions)
  }

  /// Where the statements differ, and the last version that both reach, if they go no further together.
  private static func versionsToCompare(_ before: Replay, _ after: Replay) -> Set<Int64> {
    var versions: Set<Int64> = []
    for (old, new) in zip(before.routes, after.routes) {
      for (before, after) in zip(old.checkpoints, new.checkpoints)
      where before.statements != after.statements {
        versions.insert(before.version)
      }
      let isWhole = old.failure == nil && new.failure == nil
      if !isWhole || old.checkpoints.count != new.checkpoints.count,
        let last = zip(old.checkpoints, new.checkpoints).map(\.0).last
      {
        versions.insert(last.version)
      }
    }
    return versions
  }

  /// Whether a script has run to its end before and after.
  package func hasRun(_ script: ScriptFile.Kind) -> Bool {
    before.hasRun(script) && after.hasRun(script)
  }

  /// The differences of the other bundle, in words; empty if there are none.
  ///
  /// If the first one checkpoints with an error, the other must stop there, too.
  package var differences: [String] {
    if let difference = firstDifference() { return difference.words }
    for (old, new) in zip(before.routes, after.routes)
    where old.checkpoints.count < new.checkpoints.count {
      return ["version \(new.checkpoints.last?.version ?? 0) would be reached, which now fails"]
    }
    return []
  }

  /// The first version at which the other bundle produces a different database, as far as the first one runs.
  ///
  /// - Parameter isSame: whether two different SQL texts of the schema are equivalent.
  package func firstDifference(
    isSame: (_ before: String, _ after: String) -> Bool = { _, _ in false }
  ) -> Difference? {
    for (old, new) in zip(before.routes, after.routes) {
      if let difference = difference(old, new, isSame) { return difference }
    }
    guard before.routes.count == after.routes.count else {
      return Difference(version: nil, words: ["other versions could be created"])
    }
    return nil
  }

  private func difference(
    _ old: Replay.Route, _ new: Replay.Route, _ isSame: (String, String) -> Bool
  ) -> Difference? {
    for (before, after) in zip(old.checkpoints, new.checkpoints) {
      guard before.version == after.version else {
        return Difference(
          version: before.version,
          words: ["version \(after.version) would be created instead of \(before.version)"])
      }
      if compared.contains(before.version),
        let found = difference(before.state, after.state, at: before.version, isSame)
      {
        return found
      }
    }
    if let failure = new.failure,
      new.checkpoints.count < old.checkpoints.count || old.failure == nil
    {
      let place = new.failedVersion.map { "at version \($0), " } ?? ""
      return Difference(
        version: new.failedVersion, words: ["\(place)the migration would fail: \(failure.summary)"])
    }
    guard old.checkpoints.count == new.checkpoints.count, old.failure == nil || new.failure != nil
    else {
      return nil
    }
    if let failure = old.last == nil ? old.failure : new.last == nil ? new.failure : nil {
      return Difference(version: nil, words: ["it could not be compared: \(failure.summary)"])
    }
    return difference(old.last, new.last, at: old.checkpoints.last?.version ?? 0, isSame)
  }

  private func difference(
    _ before: StoredState?, _ after: StoredState?, at version: Int64,
    _ isSame: (String, String) -> Bool
  ) -> Difference? {
    guard let before, let after else {
      return Difference(
        version: version, words: ["at version \(version), the database could not be read"])
    }
    let words = after.differences(from: before, isSame: isSame)
    return words.isEmpty
      ? nil : Difference(version: version, words: words.map { "at version \(version), \($0)" })
  }
}
