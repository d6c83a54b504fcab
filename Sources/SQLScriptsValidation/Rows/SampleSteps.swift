import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// The parts of a script that may fail because of rows, in the order in which a migration runs them.
struct SampleSteps {
  enum Step {
    case statement(Int)
    /// An `onlyIf` query.
    case condition(Range<Int>, of: ScriptItem)
    /// A `verify` query. Its rows prove nothing, because the app did not write the sample rows, but it must not fail.
    case verification(ScriptItem)
  }

  let rehearsed: RehearsedScript
  private(set) var steps: [Step] = []

  init(_ rehearsed: RehearsedScript) {
    self.rehearsed = rehearsed
    var conditions = Self.conditions(of: rehearsed)[...]
    for (index, statement) in rehearsed.statements.enumerated()
    where statement.succeeded && !statement.isWithoutRows {
      while let condition = conditions.first, condition.item.number <= statement.item.number {
        steps.append(.condition(condition.query, of: condition.item))
        conditions.removeFirst()
      }
      steps.append(.statement(index))
    }
    steps += conditions.map { .condition($0.query, of: $0.item) }
    guard rehearsed.areQueriesValid else { return }
    steps += rehearsed.script.verify.map { .verification($0) }
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
    case .condition(let query, let item):
      (0, database.ask(query, of: item, in: rehearsed.script))
    case .verification(let item): (0, database.verify(item, of: rehearsed.script))
    }
  }

  func place(_ index: Int) -> SampleFailure.Place {
    let query: Range<Int>
    switch steps[index] {
    case .statement(let statement): return .statement(statement)
    case .condition(let range, _): query = range
    case .verification(let item): query = item.text
    }
    return .query(Rehearsal.firstStatement(in: query, of: rehearsed.script))
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
    switch place(index) {
    case .statement(let statement): SQLText(rehearsed.statements[statement].text)
    case .query(let range): SQLText(rehearsed.script.text(range))
    }
  }
}
