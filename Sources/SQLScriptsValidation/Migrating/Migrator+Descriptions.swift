import SQLScripts

extension Migrator {
  /// The descriptions of the scripts of a plan, one for each step.
  ///
  /// - Throws: the failure of `migrate`, if a script cannot be read (law 10).
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
}
