/// A version that is recorded without running a script (laws 9 and 20).
public struct AdoptedVersion: Sendable, Hashable {
  /// The installed version.
  public let version: Int64

  /// Where the version comes from, as in the history: “adopted from PRAGMA user_version”.
  public let origin: String

  /// The versions that count as applied, in ascending order, including the installed one.
  public let applied: [Int64]

  /// The store in which SQLScripts kept the version until now (law 4); nil if it comes from elsewhere.
  let oldStore: VersionStore?

  /// Whether the caller named the number, or mapped a name to it, so that no other version of the app can have written it.
  let isGiven: Bool

  init(_ version: Int64, origin: String, applied: [Int64]? = nil, isGiven: Bool = false) {
    self.version = version
    self.origin = origin
    self.applied = applied ?? [version]
    self.isGiven = isGiven
    oldStore = nil
  }

  /// Creates the value for a version that moves from one store to another.
  init(moving misplaced: MisplacedVersion) {
    version = misplaced.version
    origin = "moved from \(misplaced.store)"
    applied = [misplaced.version]
    isGiven = false
    oldStore = misplaced.store
  }
}
