import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// Finds out whether a failure with sample rows depends on the values in the rows, by trying others.
struct SampleExperiment {
  let database: RehearsalDatabase
  let steps: SampleSteps
  let step: Int
  let kind: SampleRows.Kind
  private(set) var failure: SampleFailure

  /// The values with which the script gets past the failure, if there are any.
  private(set) var solution: SampleVariant?

  /// Whether the schema or the rows show that the column really holds such values.
  private(set) var isExpected = false

  private let schema: SchemaSnapshot
  private let json: Set<String>

  /// The number of times that the failed step may still run.
  private(set) var trials: Int

  private static let manySteps = 5000
  private static let manyRows = 1000

  private enum Outcome { case fails, failsOtherwise, tooSlow, succeeds }

  init(
    _ failure: SampleFailure, at step: Int, of steps: SampleSteps, in database: RehearsalDatabase,
    _ kind: SampleRows.Kind, json: Set<String>, trials: Int
  ) {
    self.json = json
    self.failure = failure
    self.step = step
    self.steps = steps
    self.database = database
    self.kind = kind
    self.trials = trials
    schema = steps.schema(before: step)
  }

  /// Runs the experiment. Afterwards, the database is in the state before the script.
  mutating func run() {
    let text = steps.text(step)
    let actions = steps.actions(step)
    let variants = SampleVariants(for: text, reading: actions, in: schema)
    start(with: nil)
    defer { database.end(steps.rehearsed.script, commits: false) }
    let expected = columnsWithJSON(variants)
    let (avoids, isAvoided) = search(variants)
    if failure.error.code == .triggerConstraint,
      let trigger = RaisingTrigger(message: failure.error.message, in: schema)
    {
      failure.trigger = trigger.name
      conclude(trigger, actions, isAvoided: isAvoided)
    } else if isAvoided {
      let change = avoids?.onlyChange
      failure.dependence = .values(table: change?.table, column: change?.column)
      isExpected =
        change.map { $0.value.isJSON && expected.contains([$0.table, $0.column]) } ?? false
    } else {
      failure.dependence = .none
    }
    if let avoids { solve(avoids, variants) }
  }

  /// Looks for values that avoid the failure.
  ///
  /// - Returns: values with which the step succeeds, and whether the failure depends on values at all. Without time for
  ///   all variants, it is assumed to.
  private mutating func search(
    _ variants: SampleVariants
  ) -> (solution: SampleVariant?, isAvoided: Bool) {
    let isLarge = variants.tables.contains { table in
      let query =
        "SELECT EXISTS (SELECT 1 FROM main.\(table.quotedName) LIMIT 1 OFFSET \(Self.manyRows))"
      return database.asRunner { (try? database.connection.value(query)) == .integer(1) }
    }
    var isAvoided = false
    for variant in isLarge ? variants.together : variants.all {
      guard trials > 0 else { return (nil, true) }
      trials -= 1
      switch outcome(with: variant) {
      case .fails: continue
      case .failsOtherwise: isAvoided = true
      case .tooSlow: return (nil, true)
      case .succeeds: return (variant, true)
      }
    }
    return (nil, isAvoided)
  }

  /// Judges a failure caused by RAISE.
  private mutating func conclude(
    _ trigger: RaisingTrigger, _ actions: [RehearsedAction], isAvoided: Bool
  ) {
    guard trigger.isConditional else {
      failure.dependence = isAvoided ? .values(table: nil, column: nil) : .none
      return
    }
    failure.dependence = .values(table: nil, column: nil)
    let isOld = RaisingTrigger(message: failure.error.message, in: steps.rehearsed.before) != nil
    guard isOld, !trigger.readsOldRow else { return }
    // The rows of users passed this check when they were written, unless the statement changes what it reads.
    let assigned = Set(actions.filter { $0.kind == .update }.map { SQLName($0.detail) })
    isExpected = isAvoided
    if !isAvoided, !trigger.newColumns.isSubset(of: assigned) { failure.dependence = .unknown }
  }

  /// Runs the script up to the failure.
  ///
  /// - Returns: whether nothing failed before it.
  @discardableResult
  private func start(with variant: SampleVariant?) -> Bool {
    let script = steps.rehearsed.script
    // The statements of such a script are already in effect.
    guard script.isTransactional else {
      database.begin(script)
      return true
    }
    if !database.connection.isInAutocommit { database.end(script, commits: false) }
    database.begin(script)
    variant?.apply(to: database, keepsNull: kind == .hostile)
    return (0..<step).allSatisfy { steps.run($0, in: database)?.error == nil }
  }

  /// The outcome of the failed step if the rows have other values.
  private func outcome(with variant: SampleVariant) -> Outcome {
    guard database.attempt("SAVEPOINT sqlscripts_variant") else { return .failsOtherwise }
    variant.apply(to: database, keepsNull: kind == .hostile && !variant.isNull)
    let outcome = outcome()
    let isOpen = database.attempt("ROLLBACK TO sqlscripts_variant")
    // RAISE(ROLLBACK) has rolled back the transaction.
    if isOpen { database.attempt("RELEASE sqlscripts_variant") } else { start(with: nil) }
    return outcome
  }

  private func outcome() -> Outcome {
    guard let error = steps.run(step, in: database)?.error else { return .succeeds }
    if error.code.isOfLimit { return .tooSlow }
    return error.code == failure.error.code ? .fails : .failsOtherwise
  }

  /// Looks for values at the start of the script that get past the failure.
  private mutating func solve(_ avoids: SampleVariant, _ variants: SampleVariants) {
    let before = steps.rehearsed.before
    let actions = steps.rehearsed.statements.flatMap(\.actions)
    let all = SampleVariants(for: steps.text(step), reading: actions, in: before).together
    let candidates = ([avoids] + all).map { $0.restricted(to: before) }
      .filter { !$0.changes.isEmpty }
    guard steps.rehearsed.script.isTransactional, step * candidates.count < Self.manySteps else {
      return
    }
    solution = candidates.first { candidate in
      start(with: candidate) && outcome() == .succeeds
    }
  }

  /// The columns that hold JSON: their table and name.
  private func columnsWithJSON(_ variants: SampleVariants) -> Set<[String]> {
    guard failure.error.said == .malformedJSON else { return [] }
    let views = schema.tables.values.filter { $0.kind == .view }.map(\.sql)
    var found: Set<[String]> = []
    for variant in variants.together.prefix(1) {
      for change in variant.changes {
        guard let table = schema[change.table] else { continue }
        let column = change.column.quotedName
        let query = """
          SELECT EXISTS (SELECT 1 FROM main.\(table.name.quotedName)
          WHERE json_valid(\(column)) AND substr(\(column), 1, 1) IN ('{', '['))
          """
        let hasRow = database.asRunner { (try? database.connection.value(query))?.int == 1 }
        let isUsual = JSONColumns.isUsual(change.column)
        if hasRow || isUsual
          || JSONColumns(of: table, known: json, and: views).contains(change.column)
        {
          found.insert([change.table, change.column])
        }
      }
    }
    return found
  }
}

extension SampleVariant {
  fileprivate var isNull: Bool { changes.contains { $0.value == .null } }
}
