import SQLScriptsFiles

/// The steps of a migration, decided before anything is changed.
public struct MigrationPlan: Sendable, Hashable {
  /// One script to run.
  public struct Step: Sendable, Hashable {
    /// The version that the script migrates to.
    public let version: Int64
    /// The script.
    public let script: ScriptFile
  }

  /// The installed version; nil for a new database.
  public let from: Int64?

  /// The version after the last step.
  public let to: Int64

  /// The scripts to run, in order. Empty if the database is up to date.
  public var steps: [Step] { Array(pending) }

  /// The same as a slice, which shares its memory with the rest of the plan.
  let pending: ArraySlice<Step>

  /// The adopted version to record first (laws 9 and 20).
  public let adoption: AdoptedVersion?

  /// The script of the plan that an earlier run has begun outside a transaction. It continues after the statements that
  /// took effect (law 19). Nil in nearly all cases.
  public internal(set) var unfinished: MigrationReport.Unfinished?

  package init(from: Int64?, to: Int64, steps: [Step], adoption: AdoptedVersion? = nil) {
    self.init(from: from, to: to, pending: steps[...], adoption: adoption)
  }

  private init(
    from: Int64?, to: Int64, pending: ArraySlice<Step>, adoption: AdoptedVersion? = nil
  ) {
    self.from = from
    self.to = to
    self.pending = pending
    self.adoption = adoption
  }

  /// The rest of the plan after the steps up to a version.
  func rest(_ pending: ArraySlice<Step>, from version: Int64) -> MigrationPlan {
    MigrationPlan(from: version, to: to, pending: pending)
  }

  /// Refuses a version that the version store cannot hold (law 4).
  func checkVersion(fits store: VersionStore) throws(MigrationFailure.Reason) {
    let greatest = store.greatestVersion
    guard to <= greatest else {
      throw .refused(.versionDoesNotFit(version: to, greatest: greatest))
    }
  }

  /// Whether there is nothing to do (law 6).
  public var isEmpty: Bool { pending.isEmpty && adoption == nil }

  /// Whether the database is new: no file, an empty file, or no user object (law 5).
  public var isNewDatabase: Bool { from == nil }
}
