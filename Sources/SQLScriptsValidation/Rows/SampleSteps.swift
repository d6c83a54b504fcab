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
    /// A statement whose `onlyIf` is false without rows. If it is true with them, the statement runs and is rolled back,
    /// because the schema would differ from the one that the rules see.
    case ruledOut(Int, condition: Range<Int>)
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
        add(condition)
        conditions.removeFirst()
      }
      steps.append(.statement(index))
    }
    for condition in conditions { add(condition) }
    guard rehearsed.areQueriesValid else { return }
    steps += rehearsed.script.verify.map { .verification($0) }
  }

  private typealias Condition = (query: Range<Int>, item: ScriptItem)

  private mutating func add(_ condition: Condition) {
    steps.append(.condition(condition.query, of: condition.item))
    guard rehearsed.script.isTransactional else { return }
    for (index, statement) in rehearsed.ruledOut.enumerated()
    where statement.item.number == condition.item.number && statement.succeeded
      && statement.changesRows
    {
      steps.append(.ruledOut(index, condition: condition.query))
    }
  }

  private static func conditions(of rehearsed: RehearsedScript) -> [Condition] {
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
  /// - Returns: the number of rows that it changed, whether a query that must find no rows found some, or SQLite's error;
  ///   nil if there was nothing to run.
  func run(
    _ index: Int, in database: RehearsalDatabase
  ) -> (changes: Int, findsRows: Bool, error: SQLiteError?)? {
    switch steps[index] {
    case .statement(let statement):
      return database.run(rehearsed.statements[statement], records: false).map {
        ($0.changes, false, $0.error)
      }
    case .condition(let query, let item):
      return (0, false, database.ask(query, of: item, in: rehearsed.script).error)
    case .ruledOut(let index, let condition):
      let statement = rehearsed.ruledOut[index]
      guard database.ask(condition, of: statement.item, in: rehearsed.script).isTrue else {
        return nil
      }
      return database.tryOut(statement).map { (0, false, $0.error) }
    case .verification(let item):
      let outcome = database.verify(item, of: rehearsed.script)
      return (0, outcome.findsRows, outcome.error)
    }
  }

  /// The number of rows that an UPDATE or DELETE can change; 0 for an INSERT, nil for other parts.
  func changeableRows(_ index: Int, in database: RehearsalDatabase) -> Int? {
    guard case .statement(let index) = steps[index] else { return nil }
    let statement = rehearsed.statements[index]
    guard let verb = statement.verb, let target = statement.writtenTable ?? statement.emptiedTable,
      statement.before[target]?.kind == .table
    else { return nil }
    return ["INSERT", "REPLACE"].contains(statement.word(verb)) ? 0 : database.count(of: target)
  }

  /// The table of an INSERT with DO UPDATE, and whether nothing else adds or deletes rows there; nil for other statements.
  func upsert(_ index: Int) -> (table: SQLName, isCountable: Bool)? {
    guard case .statement(let index) = steps[index] else { return nil }
    let statement = rehearsed.statements[index]
    guard let verb = statement.verb, ["INSERT", "REPLACE"].contains(statement.word(verb)),
      statement.indices.contains(where: { statement.has("DO", "UPDATE", at: $0) }),
      let table = statement.writtenTable, let definition = statement.before[table]
    else { return nil }
    let isAlone = statement.actions.allSatisfy { action in
      action.trigger.isEmpty || action.kind == .update || SQLName(action.name) != table
    }
    let replaces =
      statement.word(verb + 1) == "OR" || definition.sql.containsIgnoringCase("conflict")
    return (table, isAlone && !replaces)
  }

  mutating func remove(_ index: Int) { steps.remove(at: index) }

  func place(_ index: Int) -> SampleFailure.Place {
    let query: Range<Int>
    switch steps[index] {
    case .statement(let statement): return .statement(statement)
    case .ruledOut(let index, _): return .ruledOut(index)
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

  /// The actions of a part of the script; none if they are not known.
  func actions(_ index: Int) -> [RehearsedAction] {
    switch place(index) {
    case .statement(let index): rehearsed.statements[index].actions
    case .ruledOut(let index): rehearsed.ruledOut[index].actions
    case .query: []
    }
  }

  /// The text of a part of the script.
  func text(_ index: Int) -> SQLText {
    switch place(index) {
    case .statement(let index): SQLText(rehearsed.statements[index].text)
    case .ruledOut(let index): SQLText(rehearsed.ruledOut[index].text)
    case .query(let range): SQLText(rehearsed.script.text(range))
    }
  }
}

extension RehearsedStatement {
  fileprivate var changesRows: Bool {
    verb.map { ["INSERT", "REPLACE", "UPDATE", "DELETE"].contains(word($0)) } ?? false
  }
}
