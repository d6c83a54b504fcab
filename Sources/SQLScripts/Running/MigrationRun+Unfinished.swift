import SQLScriptsDatabase
import SQLScriptsFiles

// Law 19: a script outside a transaction that an earlier run has begun and not finished.
extension MigrationRun {
  /// Finds the script of a plan that is half done, and refuses what would not continue it.
  func unfinished(
    in plan: MigrationPlan
  ) throws(MigrationFailure.Reason) -> MigrationReport.Unfinished? {
    // What is adopted is not continued, and no more is what was recorded.
    guard !plan.isEmpty, plan.adoption == nil else { return nil }
    let positions: [StepPosition]
    do throws(SQLiteError) {
      positions = try StepPosition.all(in: connection)
    } catch {
      throw .database(error, during: .readingVersion)
    }
    for position in positions {
      guard let step = plan.pending.first(where: { $0.version == position.version }) else {
        if position.version > plan.from ?? 0, !library.bundle.hasUpdate(position.version) {
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

  /// Refuses a script in a transaction whose first statements took effect when it was not one.
  func refuseUnfinished(_ script: Script) throws(StepStop) {
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
