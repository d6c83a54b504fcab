import SQLScriptsFiles

/// What has to be done to bring a database up to date: decided before anything is changed.
public struct MigrationPlan: Sendable, Hashable {
  /// One script to run.
  public struct Step: Sendable, Hashable {
    /// The version that the script leads to.
    public let version: Int64
    /// The script.
    public let script: ScriptFile

    package init(version: Int64, script: ScriptFile) {
      self.version = version
      self.script = script
    }
  }

  /// The installed version; nil for a new database.
  public let from: Int64?

  /// The version after the last step.
  public let to: Int64

  /// The scripts to run, in order. Empty if the database is current.
  public let steps: [Step]

  /// The version to record first, because the caller said from where it is known (laws 9 and 20).
  public let adoption: AdoptedVersion?

  package init(from: Int64?, to: Int64, steps: [Step], adoption: AdoptedVersion? = nil) {
    self.from = from
    self.to = to
    self.steps = steps
    self.adoption = adoption
  }

  /// The version to record first; nil in nearly all cases.
  public var adopts: Int64? { adoption?.version }

  /// Whether there is nothing to do (law 6).
  public var isEmpty: Bool { steps.isEmpty && adoption == nil }

  /// Whether the database is new: no file, an empty file, or no user object (law 5).
  public var isNewDatabase: Bool { from == nil }
}
