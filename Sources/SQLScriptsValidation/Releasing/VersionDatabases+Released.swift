import SQLScripts

extension VersionDatabases {
  /// Whether only released scripts can have caused the problems of a rehearsal. Nobody can correct those.
  ///
  /// An error that stops every new database is not among them: it must be corrected even so.
  ///
  /// - Parameter from: the version before the migration; nil for a new database.
  package func hasOnlyReleasedProblems(
    from: Int64?, _ result: Result<VersionRehearsal, MigrationFailure>
  ) -> Bool {
    let released = ReleasedScripts(library)
    switch result {
    case .failure(let failure):
      guard from != nil, let script = failure.reason.scriptAtFault else { return false }
      return released.contains(fileNamed: script)
    case .success(let rehearsal):
      guard !rehearsal.problems.isEmpty else { return false }
      // A new database is the result of all scripts.
      let scripts =
        rehearsal.problems.contains { $0.check == .schema }
        ? library.bundle.scripts.map(\.name) : rehearsal.migration.report.steps.map(\.script)
      return scripts.allSatisfy { released.contains(fileNamed: $0) }
    }
  }
}

extension MigrationFailure.Reason {
  /// The file name of the script that cannot run; nil if it is not a script's fault.
  fileprivate var scriptAtFault: String? {
    switch self {
    case .statement(let failure): failure.script
    case .foreignKeys(let script, _, _, _), .brokenSchema(let script, _, _): script
    default: nil
    }
  }
}
