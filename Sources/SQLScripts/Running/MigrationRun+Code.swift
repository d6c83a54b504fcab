import SQLScriptsDatabase
import SQLScriptsFiles

// Law 22: code of the app in the transaction of an update.
extension MigrationRun {
  /// The code steps of a step, in the order in which they were given.
  private func code(of step: MigrationPlan.Step, _ place: CodeStep.Place) -> [CodeStep] {
    guard case .update = step.script.kind else { return [] }
    return options.codeSteps.filter { $0.version == step.version && $0.place == place }
  }

  /// The origin of a step in the history.
  func origin(of step: MigrationPlan.Step) -> String {
    let instead = code(of: step, .instead)
    let all = code(of: step, .before) + instead + code(of: step, .after)
    let words = (instead.isEmpty ? ["script"] : []) + all.map { "code \($0.name)" }
    return words.joined(separator: ", ")
  }

  /// Runs a script with its code steps, or the code step that replaces it.
  func runScript(
    _ script: Script, of step: MigrationPlan.Step, _ runner: StepRunner
  ) throws(StepInterruption) -> (count: Int, notices: [String]) {
    try watchForCancellation(of: script, runner)
    defer { stopWatching(runner) }
    do throws(StepInterruption) {
      runner.foreignKeys.beginStep(step.version, canRepeat: true)
      var notices: [String] = []
      for code in code(of: step, .before) { notices += try execute(code, runner) }
      let instead = code(of: step, .instead)
      for code in instead { notices += try execute(code, runner) }
      let result = instead.isEmpty ? try runner.execute(script) : (count: 0, notices: [])
      notices += result.notices
      for code in code(of: step, .after) { notices += try execute(code, runner) }
      if runner.foreignKeys.wantsRepetition { throw StepInterruption.again }
      return (result.count, notices)
    } catch {
      throw cause(of: error)
    }
  }

  /// Runs a code step, with the same foreign key checks as scripts (law 17).
  ///
  /// - Returns: notices about old violations.
  private func execute(_ code: CodeStep, _ runner: StepRunner) throws(StepInterruption) -> [String]
  {
    let name = "code step “\(code.name)”"
    try asProof(of: name) {
      try runner.foreignKeys.beginPart()
      try runner.foreignKeys.watchRows()
    }
    defer { runner.foreignKeys.endPart() }
    authorizer.begin(nil)
    // SQLite then recompiles statements that the app prepared earlier, and asks the authorizer.
    connection.setAuthorizer(authorizerBox)
    do {
      try authorizer.asHook { try code.body(SQLiteDatabase(connection, needsTransaction: true)) }
    } catch let error as SQLiteError where error.code.primary == .interrupted {
      throw .failure(.database(error, during: .runningCode(name: code.name)))
    } catch {
      throw .failure(.code(name: code.name, version: code.version, error))
    }
    // Law 15: an app that catches the error of a statement may not notice that the transaction has ended.
    if connection.isInAutocommit {
      throw .failure(
        .code(
          name: code.name, version: code.version,
          SQLiteError.misuse("the transaction was ended by a statement in it")))
    }
    let reads = authorizer.reads
    let touches = authorizer.takeTouches()
    return try asProof(of: name) {
      runner.foreignKeys.didTouch(touches, reading: reads)
      return try runner.executor.proveForeignKeys(of: name, version: code.version)
    }
  }

  private func asProof<Result>(
    of name: String, _ body: () throws -> Result
  ) throws(StepInterruption) -> Result {
    do {
      return try body()
    } catch let stop as StepInterruption {
      throw stop
    } catch let error as SQLiteError {
      throw .failure(.database(error, during: .checking(script: name)))
    } catch {
      throw .failure(.database(.misuse("\(error)"), during: .checking(script: name)))
    }
  }

  /// Refuses code steps that would never run, before the first statement.
  func checkCode(for plan: MigrationPlan) throws(MigrationFailure) {
    guard let first = plan.steps.first, !options.codeSteps.isEmpty else { return }
    let updates = Set(library.bundle.updates.map(\.kind))
    // A new database skips the updates up to the default script's version.
    let start = plan.from ?? (first.version - 1)
    let last = request.target == nil ? Int64.max : plan.to
    for code in options.codeSteps where code.version > start && code.version <= last {
      guard updates.contains(.update(code.version)) else {
        throw failure(.refused(.codeWithoutScript(name: code.name, version: code.version)))
      }
    }
    for step in plan.steps where origin(of: step) != "script" {
      do throws(StepInterruption) {
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
