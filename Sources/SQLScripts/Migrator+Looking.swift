import SQLScriptsDatabase
import SQLScriptsFiles

// What the command line wants to know beyond what apps do.
extension Migrator {
  /// What the scripts of a plan say they are for, one for each step. Reading them finds out whether
  /// `migrate` could (law 10).
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

  /// The history of a database that must be there, unlike one that is about to be made.
  package func historyOfExisting() throws(MigrationFailure) -> [HistoryEntry] {
    try checkExists()
    return try history()
  }

  /// Adopts a database that must be there, after a look at it in the same transaction (law 21).
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
  /// A database that could not be looked at.
  package init(looking error: SQLiteError, at database: String) {
    self.init(
      reason: .database(error, during: .opening), report: MigrationReport(from: nil, to: 0),
      database: database)
  }

  /// Scripts that could not be looked at.
  package init(looking reason: Reason, at database: String) {
    self.init(reason: reason, report: MigrationReport(from: nil, to: 0), database: database)
  }
}
