import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

extension SampleDatabase {
  /// Runs a script once. Records the lineage of the rows if it succeeds.
  ///
  /// - Returns: the failure and its step; nil if there is none.
  mutating func attempt(
    _ steps: SampleSteps, _ rehearsed: inout RehearsedScript
  ) -> (step: Int, failure: SampleFailure)? {
    let touched = rehearsed.touchedTables
    let (before, disturbed) = (rehearsed.before, rehearsed.disturbedTables)
    let orphansBefore =
      kind == .typical ? database.orphans(before, touched, disturbed) : [:]
    var outcomes: [SQLName: SampleOutcome] = [:]
    for table in touched { outcomes[table] = look(at: table, before) }
    var run = SampleRun()
    if let failure = runAll(steps, rows: true, &run) { return failure }
    for table in touched {
      outcomes[table, default: SampleOutcome(before: 0)].add(look(at: table, rehearsed.after))
    }
    limit(&outcomes)
    if kind == .hostile {
      rehearsed.hostileRows = outcomes
      return nil
    }
    rehearsed.rows = outcomes
    rehearsed.changes = run.changes
    rehearsed.rowEffects = run.effects
    rehearsed.queriesWithRows.formUnion(run.queriesWithRows)
    rehearsed.orphans = ForeignKeyOrphan.new(
      database.orphans(rehearsed.after, touched, disturbed), since: orphansBefore)
    return nil
  }

  /// Removes the values for which there is no room.
  private mutating func limit(_ outcomes: inout [SQLName: SampleOutcome]) {
    for (table, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
      if outcome.byteCount <= room {
        room -= outcome.byteCount
      } else {
        outcomes[table]?.removeValues()
      }
    }
  }

  /// Finds out whether a failure depends on the values in the rows.
  mutating func experiment(
    with failure: SampleFailure, at step: Int, of steps: SampleSteps
  ) -> SampleExperiment? {
    guard failure.needsExperiment else { return nil }
    var experiment = SampleExperiment(
      failure, at: step, of: steps, in: database, kind, json: hints.json, trials: max(1, trials))
    experiment.run()
    trials = experiment.trials
    return experiment
  }

  mutating func runAll(
    _ steps: SampleSteps, rows: Bool, _ run: inout SampleRun
  ) -> (step: Int, failure: SampleFailure)? {
    let script = steps.rehearsed.script
    run = SampleRun()
    run.changes = [Int](repeating: 0, count: steps.rehearsed.statements.count)
    database.begin(script)
    for step in steps.steps.indices {
      let place = steps.place(step)
      if !rows, !place.isStatement { continue }
      let total = kind == .typical && rows ? steps.changeableRows(step, in: database) : nil
      let values = total ?? 0 > 0 ? updatedValues(step, of: steps) : nil
      let upsert = steps.upsert(step)
      let former = upsert.flatMap { database.count(of: $0.table) }
      guard let outcome = steps.run(step, in: database) else { continue }
      if outcome.findsRows, case .query(let range) = place {
        run.queriesWithRows.insert(range.lowerBound)
      }
      if case .statement(let index) = place {
        run.changes[index] = outcome.changes
        if let total, outcome.error == nil, upsert?.isCountable ?? true {
          let hasTriggers = steps.actions(step).contains { !$0.trigger.isEmpty }
          let changed = hasTriggers ? database.directChanges : outcome.changes
          let added = upsert.flatMap { upsert in
            former.flatMap { old in database.count(of: upsert.table).map { $0 - old } }
          }
          run.effects[index] = RowEffect(
            changed: changed, total: total,
            keepsValues: values.map { $0 == updatedValues(step, of: steps) } ?? false,
            updated: added.map { max(0, changed - $0) } ?? 0)
        }
      }
      if let error = outcome.error, rows {
        database.end(script, commits: false)
        return (step, SampleFailure(place, error))
      }
    }
    database.end(script, commits: true)
    return nil
  }

  /// The values of the table that an UPDATE changes; nil for other statements, for a table of many rows, and if it sets the
  /// number of a row that is not a column.
  private func updatedValues(_ step: Int, of steps: SampleSteps) -> [SQLName: [SQLiteValue]]? {
    guard case .statement(let index) = steps.place(step),
      case let statement = steps.rehearsed.statements[index],
      let verb = statement.verb, statement.word(verb) == "UPDATE",
      let table = statement.writtenTable,
      let values = look(at: table, statement.before)?.valuesBefore, !values.isEmpty,
      statement.assignments.allSatisfy({ values[SQLName(statement.name($0.column))] != nil })
    else { return nil }
    return values
  }

  /// The ALTERs that fail because their table has rows, after a step that failed. Each is run without rows, so that the
  /// next one finds its schema. Other failures could be due to the rows that are missing then.
  mutating func laterFailures(after first: Int, of steps: SampleSteps) -> [SampleFailure] {
    let statements = steps.rehearsed.statements
    let isAlter = steps.steps.indices.map { step in
      if case .statement(let index) = steps.place(step) {
        statements[index].word(0) == "ALTER"
      } else {
        false
      }
    }
    guard steps.rehearsed.script.isTransactional, isAlter[(first + 1)...].contains(true) else {
      return []
    }
    var failures: [SampleFailure] = []
    database.begin(steps.rehearsed.script)
    defer { database.end(steps.rehearsed.script, commits: false) }
    for step in steps.steps.indices {
      guard let error = steps.run(step, in: database)?.error else { continue }
      guard case .statement(let index) = steps.place(step), !database.connection.isInAutocommit,
        failures.count < Self.manyFailures
      else { break }
      if step > first, isAlter[step], error.code == .error {
        failures.append(SampleFailure(.statement(index), error))
      }
      let tables = Set(statements[index].actions.map { SQLName($0.name) })
      empty(steps.schema(before: step), tables)
      guard let outcome = steps.run(step, in: database), outcome.error == nil else { break }
      seed(tables, statements[index].after, kind)
    }
    return failures
  }
}
