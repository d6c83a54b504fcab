import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// The parts of a script that may fail because of rows, in the order in which a migration runs them.
struct SampleSteps {
  enum Step {
    case statement(Int)
    /// An `onlyIf` or `verify` query. Its rows prove nothing, because the app did not write the sample rows, but it
    /// must not fail.
    case query(Range<Int>, item: ScriptItem, limit: Int)
  }

  let rehearsed: RehearsedScript
  private(set) var steps: [Step] = []

  init(_ rehearsed: RehearsedScript) {
    self.rehearsed = rehearsed
    var conditions = Self.conditions(of: rehearsed)[...]
    for (index, statement) in rehearsed.statements.enumerated()
    where statement.succeeded && !statement.isWithoutRows {
      while let condition = conditions.first, condition.item.number <= statement.item.number {
        steps.append(.query(condition.query, item: condition.item, limit: 1))
        conditions.removeFirst()
      }
      steps.append(.statement(index))
    }
    steps += conditions.map { .query($0.query, item: $0.item, limit: 1) }
    guard rehearsed.areQueriesValid else { return }
    steps += rehearsed.script.verify.map { .query($0.text, item: $0, limit: .max) }
  }

  private static func conditions(
    of rehearsed: RehearsedScript
  ) -> [(query: Range<Int>, item: ScriptItem)] {
    let script = rehearsed.script
    guard rehearsed.areQueriesValid, script.options.contains(where: { $0.onlyIf != nil }) else {
      return []
    }
    return script.items.compactMap { item in
      script.options(of: item)?.onlyIf.map { (query: $0, item: item) }
    }
  }

  /// Runs a part of the script.
  ///
  /// - Returns: the number of rows that it changed, or SQLite's error; nil if there was nothing to run.
  func run(_ index: Int, in database: RehearsalDatabase) -> (changes: Int, error: SQLiteError?)? {
    switch steps[index] {
    case .statement(let statement):
      database.run(rehearsed.statements[statement], records: false).map { ($0.changes, $0.error) }
    case .query(let query, let item, let limit):
      (0, database.ask(query, of: item, in: rehearsed.script, limit: limit))
    }
  }

  func place(_ index: Int) -> SampleFailure.Place {
    switch steps[index] {
    case .statement(let statement): .statement(statement)
    case .query(let query, _, _): .query(Rehearsal.firstStatement(in: query, of: rehearsed.script))
    }
  }

  /// The schema before a part of the script.
  func schema(before index: Int) -> SchemaSnapshot {
    for step in steps[index...] {
      if case .statement(let statement) = step { return rehearsed.statements[statement].before }
    }
    return rehearsed.after
  }

  /// The text of a part of the script.
  func text(_ index: Int) -> SQLText {
    switch steps[index] {
    case .statement(let statement): SQLText(rehearsed.statements[statement].text)
    case .query(let query, _, _): SQLText(rehearsed.script.text(query))
    }
  }
}
