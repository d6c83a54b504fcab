import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// A scratch database whose tables have sample rows.
struct SampleDatabase {
  var database: RehearsalDatabase
  let kind: SampleRows.Kind
  let hints: SampleHints
  /// The virtual tables.
  var indexes: Set<SQLName> = []
  var failures = 0

  /// The number of times that statements may still run with other values in the rows.
  var trials = 10_000

  /// The bytes of values that the next scripts may keep. An editor keeps those of all scripts.
  var room = 32 << 20

  /// After a failure, all tables are empty. They are refilled this often, and later only those that the scripts
  /// change, so that a bundle in which everything fails does not take longer than others.
  static let manyFailures = 20

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
      var run = SampleRun()
      _ = runAll(steps, rows: false, &run)
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
    guard !script.require.isEmpty else { return }
    let unmet = database.unmetRequirements(of: script)
    if unmet.isEmpty { return }
    rehearsed.requiresOtherRows = true
    if kind == .typical { rehearsed.queriesWithRows = unmet }
    empty(rehearsed.before)
    guard kind == .hostile else { return }
    seed(Set(rehearsed.before.tables.keys), rehearsed.before, .typical)
    if !database.unmetRequirements(of: script).isEmpty { empty(rehearsed.before) }
  }
}

extension RehearsedScript {
  fileprivate func failed(_ kind: SampleRows.Kind) -> Bool {
    (kind == .typical ? failsOnTypicalRows : failsOnHostileRows) != nil
  }
}
