import SQLScriptsDatabase
import SQLScriptsFiles

// Law 22: code of the app in the transaction of an update.
extension MigrationRun {
  /// The code that belongs to a step, in the order in which it was given.
  private func code(of step: MigrationPlan.Step, _ place: CodeStep.Place) -> [CodeStep] {
    guard case .update = step.script.kind else { return [] }
    return options.codeSteps.filter { $0.version == step.version && $0.place == place }
  }

  /// What the history says a step was made of.
  func origin(of step: MigrationPlan.Step) -> String {
    let instead = code(of: step, .instead)
    let all = code(of: step, .before) + instead + code(of: step, .after)
    let words = (instead.isEmpty ? ["script"] : []) + all.map { "code \($0.name)" }
    return words.joined(separator: ", ")
  }

  /// Runs a script with the code before and after it, or the code in its place.
  func run(
    _ script: Script, of step: MigrationPlan.Step, _ runner: StepRunner
  ) throws(StepStop) -> (count: Int, notices: [String]) {
    for code in code(of: step, .before) { try run(code) }
    let instead = code(of: step, .instead)
    for code in instead { try run(code) }
    let result = instead.isEmpty ? try runner.run(script) : (count: 0, notices: [])
    for code in code(of: step, .after) { try run(code) }
    return result
  }

  private func run(_ code: CodeStep) throws(StepStop) {
    let before = orphans()
    do {
      try authorizer.asHook { try code.body(SQLiteDatabase(connection, needsTransaction: true)) }
    } catch let error as SQLiteError where error.code.primary == .interrupted {
      throw .failure(.database(error, during: .runningCode(name: code.name)))
    } catch {
      throw .failure(.code(name: code.name, version: code.version, error))
    }
    // Law 15: an app that catches the error of a statement may not know that it ended the transaction.
    if connection.isInAutocommit {
      throw .failure(
        .code(
          name: code.name, version: code.version,
          SQLiteError.misuse("the transaction was ended by a statement in it")))
    }
    let new = orphans().subtracting(before)
    guard new.isEmpty else {
      throw .failure(
        .foreignKeys(
          script: "the code \(code.name)", version: code.version,
          new.prefix(5).map { orphan in
            ForeignKeyViolation(
              table: orphan.table, rowID: orphan.rowID, parent: orphan.parent,
              key: "foreign key \(orphan.key)")
          }, count: new.count))
    }
  }

  private struct Orphan: Hashable {
    var table: String
    var rowID: Int64?
    var parent: String
    var key: Int64
  }

  /// Law 17, for statements that nobody watches: all tables are looked at.
  private func orphans() -> Set<Orphan> {
    // It fails where a foreign key is declared wrongly, and then SQLite enforces nothing either.
    let rows = (try? connection.rows("PRAGMA main.foreign_key_check")) ?? []
    return Set(
      rows.filter { $0.count == 4 }.map { row in
        Orphan(
          table: row[0].string ?? "", rowID: row[1].int64, parent: row[2].string ?? "",
          key: row[3].int64 ?? 0)
      })
  }

  /// Code that could never run would be passed over in silence: it is refused before the first statement.
  func checkCode(for plan: MigrationPlan) throws(MigrationFailure) {
    guard let first = plan.steps.first, !options.codeSteps.isEmpty else { return }
    let updates = Set(
      plan.steps.compactMap { step in
        if case .update = step.script.kind { step.version } else { nil as Int64? }
      })
    // What leads to a new database leaves out the updates before it.
    let start = plan.from ?? (updates.contains(first.version) ? 0 : first.version)
    for code in options.codeSteps where code.version > start && code.version <= plan.to {
      guard updates.contains(code.version) else {
        throw failure(.refused(.codeWithoutScript(name: code.name, version: code.version)))
      }
    }
    for step in plan.steps where origin(of: step) != "script" {
      do throws(StepStop) {
        guard try script(of: step).isTransactional else {
          throw .failure(
            .refused(.codeOutsideTransaction(script: step.script.name, version: step.version)))
        }
      } catch {
        if case .failure(let reason) = error { throw failure(reason) }
      }
    }
  }
}
