import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

extension SampleDatabase {
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
      outcomes[table, default: SampleOutcome(before: 0)].add(look(at: table, rehearsed.after))
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
}
