import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// A scratch database whose tables have sample rows.
struct SampleDatabase {
  private var database: RehearsalDatabase
  private let kind: SampleRows.Kind
  private let hints: SampleHints
  /// The virtual tables.
  private var indexes: Set<SQLName> = []
  private var failures = 0

  /// The number of times that statements may still run with other values in the rows.
  private var trials = 10_000

  /// After a failure, all tables are empty. They are refilled this often, and later only those that the scripts
  /// change, so that a bundle in which everything fails does not take longer than others.
  private static let manyFailures = 20

  /// The number of times that the rows get other values for one script.
  private static let manySolutions = 5

  init(
    _ kind: SampleRows.Kind, _ standIns: StandIns, hints: SampleHints
  ) throws(SQLiteError) {
    self.kind = kind
    self.hints = hints
    database = try RehearsalDatabase(standIns)
  }

  func copy(_ standIns: StandIns) throws(SQLiteError) -> SampleDatabase {
    var copy = self
    copy.database = try RehearsalDatabase(copyOf: database, standIns)
    return copy
  }

  /// Runs a script that was rehearsed without rows, and records the lineage of the rows.
  mutating func run(_ rehearsed: inout RehearsedScript) {
    meetRequirements(of: &rehearsed)
    var steps = SampleSteps(rehearsed)
    let touched = rehearsed.touchedTables
    var solutions = 0
    while let (step, found) = attempt(steps, &rehearsed) {
      let experiment = experiment(with: found, at: step, of: steps)
      var failure = experiment?.failure ?? found
      failure.concernsAllRows = RefusingCheck(failure, at: step, of: steps).isCertain(in: database)
      if case .ruledOut = failure.place, failure.dependence != .none {
        // Its condition may be true only for other rows.
        steps.remove(step)
        continue
      }
      if let experiment, let solution = experiment.solution, solutions < Self.manySolutions {
        solution.apply(to: database, keepsNull: kind == .hostile)
        solutions += 1
        if !experiment.isExpected { rehearsed.dependsOnRows.append(failure) }
        continue
      }
      if kind == .typical {
        rehearsed.failsOnTypicalRows = failure
        rehearsed.laterFailures = laterFailures(after: step, of: steps)
      } else {
        rehearsed.failsOnHostileRows = failure
      }
      // Continues without rows, because later scripts have their own findings.
      empty(rehearsed.before)
      var (changes, effects): ([Int], [Int: RowEffect]) = ([], [:])
      _ = runAll(steps, rows: false, &changes, &effects)
      failures += 1
      break
    }
    // Later scripts run with rows of every kind again.
    if rehearsed.requiresOtherRows { empty(rehearsed.after) }
    let isEmptied =
      rehearsed.requiresOtherRows || rehearsed.failed(kind) && failures <= Self.manyFailures
    let emptied = isEmptied ? Set(rehearsed.after.tables.keys) : touched
    seed(emptied.subtracting(rehearsed.unfinishedTables), rehearsed.after, kind)
  }

  /// Replaces the rows for which the script would not run: hostile rows by typical ones, and these by none.
  private mutating func meetRequirements(of rehearsed: inout RehearsedScript) {
    let script = rehearsed.script
    guard !script.require.isEmpty, !database.meetsRequirements(of: script) else { return }
    rehearsed.requiresOtherRows = true
    empty(rehearsed.before)
    guard kind == .hostile else { return }
    seed(Set(rehearsed.before.tables.keys), rehearsed.before, .typical)
    if !database.meetsRequirements(of: script) { empty(rehearsed.before) }
  }

  /// Runs a script as if every `onlyIf` were true, goes on after failures, and rolls it back.
  ///
  /// - Returns: the failures of statements whose `onlyIf` is false without rows.
  func tryOut(_ rehearsed: inout RehearsedScript) -> [SampleFailure] {
    let touched = rehearsed.touchedTables
    let orphans = database.orphans(rehearsed.before, touched, rehearsed.disturbedTables)
    var outcomes: [SQLName: SampleOutcome] = [:]
    for table in touched { outcomes[table] = look(at: table, rehearsed.before) }
    var (failures, changes, isComplete): ([SampleFailure], [Int], Bool) = ([], [], true)
    database.begin(rehearsed.script)
    defer { database.end(rehearsed.script, commits: false) }
    for (index, statement) in rehearsed.statements.enumerated() {
      let runs = statement.succeeded && !statement.isWithoutRows
      let outcome = runs ? database.run(statement, records: false) : nil
      changes.append(outcome?.changes ?? 0)
      guard let error = outcome?.error else { continue }
      isComplete = false
      if statement.isRuledOut, !statement.isGuardedByRows {
        failures.append(SampleFailure(.statement(index), error))
      }
    }
    guard isComplete else { return failures }
    for table in touched {
      let now = look(at: table, rehearsed.after)
      outcomes[table, default: SampleOutcome(before: 0)].after = now?.before
      outcomes[table]?.valuesAfter = now?.valuesBefore ?? [:]
    }
    guard kind == .typical else {
      rehearsed.hostileRows = outcomes
      return []
    }
    (rehearsed.rows, rehearsed.changes) = (outcomes, changes)
    rehearsed.orphans = ForeignKeyOrphan.new(
      database.orphans(rehearsed.after, touched, rehearsed.disturbedTables), since: orphans)
    return []
  }

  /// Runs a script once. Records the lineage of the rows if it succeeds.
  ///
  /// - Returns: the failure and its step; nil if there is none.
  private mutating func attempt(
    _ steps: SampleSteps, _ rehearsed: inout RehearsedScript
  ) -> (step: Int, failure: SampleFailure)? {
    let touched = rehearsed.touchedTables
    let (before, disturbed) = (rehearsed.before, rehearsed.disturbedTables)
    let orphansBefore =
      kind == .typical ? database.orphans(before, touched, disturbed) : [:]
    var outcomes: [SQLName: SampleOutcome] = [:]
    for table in touched { outcomes[table] = look(at: table, before) }
    var (changes, effects): ([Int], [Int: RowEffect]) = ([], [:])
    if let failure = runAll(steps, rows: true, &changes, &effects) { return failure }
    for table in touched {
      let now = look(at: table, rehearsed.after)
      outcomes[table, default: SampleOutcome(before: 0)].after = now?.before
      outcomes[table]?.valuesAfter = now?.valuesBefore ?? [:]
    }
    if kind == .hostile {
      rehearsed.hostileRows = outcomes
      return nil
    }
    rehearsed.rows = outcomes
    rehearsed.changes = changes
    rehearsed.rowEffects = effects
    rehearsed.orphans = ForeignKeyOrphan.new(
      database.orphans(rehearsed.after, touched, disturbed), since: orphansBefore)
    return nil
  }

  /// Finds out whether a failure depends on the values in the rows.
  private mutating func experiment(
    with failure: SampleFailure, at step: Int, of steps: SampleSteps
  ) -> SampleExperiment? {
    guard failure.needsExperiment else { return nil }
    var experiment = SampleExperiment(
      failure, at: step, of: steps, in: database, kind, json: hints.json, trials: max(1, trials))
    experiment.run()
    trials = experiment.trials
    return experiment
  }

  private mutating func runAll(
    _ steps: SampleSteps, rows: Bool, _ changes: inout [Int], _ effects: inout [Int: RowEffect]
  ) -> (step: Int, failure: SampleFailure)? {
    let script = steps.rehearsed.script
    changes = [Int](repeating: 0, count: steps.rehearsed.statements.count)
    database.begin(script)
    for step in steps.steps.indices {
      let place = steps.place(step)
      if !rows, !place.isStatement { continue }
      let total = kind == .typical && rows ? steps.changeableRows(step, in: database) : nil
      guard let outcome = steps.run(step, in: database) else { continue }
      if case .statement(let index) = place {
        changes[index] = outcome.changes
        if let total, outcome.error == nil {
          let hasTriggers = steps.actions(step).contains { !$0.trigger.isEmpty }
          let changed = hasTriggers ? database.directChanges : outcome.changes
          effects[index] = RowEffect(changed: changed, total: total)
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

  /// The ALTERs that fail because their table has rows, after a step that failed. Each is run without rows, so that the
  /// next one finds its schema. Other failures could be due to the rows that are missing then.
  private mutating func laterFailures(after first: Int, of steps: SampleSteps) -> [SampleFailure] {
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

  private func look(at table: SQLName, _ snapshot: SchemaSnapshot) -> SampleOutcome? {
    database.rows(of: table, snapshot, comparesPart: false)
  }

  /// Whether a table has at least one row.
  func hasRows(in table: String) -> Bool {
    (try? database.connection.value("SELECT EXISTS (SELECT 1 FROM main.\(table.quotedName))"))??
      .int == 1
  }

  /// Deletes all rows of some tables; of all by default.
  private func empty(_ snapshot: SchemaSnapshot, _ names: Set<SQLName>? = nil) {
    database.connection.setTriggers(enabled: false)
    for (name, table) in snapshot.tables
    where table.kind == .table && names?.contains(name) ?? true {
      database.attempt("DELETE FROM main.\(table.name.quotedName)")
    }
    database.connection.setTriggers(enabled: true)
  }

  /// Inserts sample rows into the tables that are empty, or have only a row or two from the scripts, parents before
  /// children.
  private mutating func seed(
    _ names: Set<SQLName>, _ snapshot: SchemaSnapshot, _ kind: SampleRows.Kind
  ) {
    // Changing the setting expires all prepared statements.
    if snapshot.triggerCount > 0 { database.connection.setTriggers(enabled: false) }
    defer { if snapshot.triggerCount > 0 { database.connection.setTriggers(enabled: true) } }
    for table in SampleRows.parentsFirst(names, of: snapshot) {
      database.asRunner {
        SampleRows.fill(table, kind, in: database.connection, hints: hints)
      }
    }
    indexes.formUnion(names.filter { snapshot[$0]?.kind == .virtual })
    for table in indexes.sorted().compactMap({ snapshot[$0] }) {
      database.asRunner { SampleRows.fillIndex(table, in: database.connection) }
    }
  }
}

extension RehearsedScript {
  fileprivate func failed(_ kind: SampleRows.Kind) -> Bool {
    (kind == .typical ? failsOnTypicalRows : failsOnHostileRows) != nil
  }
}
