import SQLScriptsDatabase
import SQLScriptsFiles

// Law 19: a script outside a transaction that an earlier run began and did not finish.
extension MigrationRun {
  /// Finds the half-finished script of a plan, and refuses any script that cannot continue it.
  func unfinished(
    in plan: MigrationPlan
  ) throws(MigrationFailure.Reason) -> MigrationReport.Unfinished? {
    // Adoption does not continue a script, and a recorded version is finished.
    guard plan.adoption == nil else { return nil }
    let positions: [StepPosition]
    do throws(SQLiteError) {
      positions = try StepPosition.all(in: connection)
    } catch {
      throw .database(error, during: .readingVersion)
    }
    for position in positions {
      guard let step = plan.pending.first(where: { $0.version == position.version }) else {
        if try isMissing(position, from: plan.from ?? 0) {
          throw .refused(position.refusal(.isMissing))
        }
        continue
      }
      let script = try library.script(step.script)
      if let refusal = position.refusal(toContinue: script) { throw .refused(refusal) }
      return .init(
        version: position.version, script: script.file.name, statementCount: position.done)
    }
    return nil
  }

  /// Whether a half-finished script was deleted.
  private func isMissing(
    _ position: StepPosition, from installed: Int64
  ) throws(MigrationFailure.Reason) -> Bool {
    guard !library.bundle.hasUpdate(position.version) else { return false }
    guard position.version > installed else {
      // Numbers without gaps are applied in order, so somebody has moved the version past it.
      guard try library.needsHistory() else { return false }
      return try !appliedVersions().contains(position.version)
    }
    // A newer database that is opened as it is stays unchanged (law 8).
    guard options.newerDatabase == .openAsItIs else { return true }
    return try installed <= library.greatestVersion() ?? 0
  }

  /// Whether a database at the latest version may have a half-finished script. This only looks at the schema, which
  /// SQLite has parsed to read the version. It has not if the version is in `PRAGMA user_version` (law 6).
  var mayBeUnfinished: Bool { store != .userVersion && isUnfinished }

  /// Whether the database has the table of half-finished scripts.
  var isUnfinished: Bool { connection.hasTable(StepPosition.table) }

  /// Refuses a script in a transaction whose first statements took effect when it ran outside one.
  func refuseUnfinished(_ script: Script) throws(StepInterruption) {
    let position: StepPosition?
    do throws(SQLiteError) {
      position = try StepPosition(of: script.version, in: connection)
    } catch {
      throw .failure(.database(error, during: .starting(script: script.file.name)))
    }
    if let refusal = position?.refusal(toContinue: script) { throw .failure(.refused(refusal)) }
  }
}

extension ScriptBundle {
  fileprivate func hasUpdate(_ version: Int64) -> Bool {
    updates.contains { $0.kind == .update(version) }
  }
}
