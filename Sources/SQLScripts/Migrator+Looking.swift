import SQLScriptsDatabase
import SQLScriptsFiles

// Functions that only the command line needs.
extension Migrator {
  /// The descriptions of the scripts in a plan, one for each step. Reads the scripts, so it finds unreadable ones as
  /// `migrate` would (law 10).
  package func descriptions(of plan: MigrationPlan) throws(MigrationFailure) -> [String?] {
    do throws(MigrationFailure.Reason) {
      try library.load(plan.steps.map(\.script))
      var descriptions: [String?] = []
      for step in plan.steps { descriptions.append(try library.script(step.script).summary) }
      return descriptions
    } catch {
      throw MigrationFailure(
        reason: error, report: MigrationReport(from: plan.from, to: plan.from ?? 0),
        database: database)
    }
  }

  /// The history of a database that must exist.
  package func historyOfExisting() throws(MigrationFailure) -> [HistoryEntry] {
    try checkExists()
    return try history()
  }

  /// Adopts a database that must exist, after a check in the same transaction (law 21).
  package func adoptExisting(
    _ adoption: Adoption,
    checking check: @escaping (Connection, AdoptedVersion) throws(MigrationRefusal) -> Void
  ) throws(MigrationFailure) -> MigrationReport {
    try checkExists()
    return try adopt(adoption, checking: check)
  }

  func checkExists() throws(MigrationFailure) {
    do throws(SQLiteError) {
      _ = try DatabasePath.checked(database, mode: .readWrite)
    } catch {
      throw MigrationFailure(looking: error, at: database)
    }
  }
}

extension MigrationFailure {
  /// The failure for a database that could not be read.
  package init(looking error: SQLiteError, at database: String) {
    self.init(
      reason: .database(error, during: .opening), report: MigrationReport(from: nil, to: 0),
      database: database)
  }

  /// The failure for scripts that could not be read.
  package init(looking reason: Reason, at database: String) {
    self.init(reason: reason, report: MigrationReport(from: nil, to: 0), database: database)
  }
}
