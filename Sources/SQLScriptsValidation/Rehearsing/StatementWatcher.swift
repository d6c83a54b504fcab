import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// Observes each statement that `ScriptExecutor` runs in a scratch database, and continues after failed ones.
final class StatementWatcher: ScriptExecutorDelegate {
  private let database: RehearsalDatabase
  private let script: Script
  private let records: Bool
  private let handle: (RehearsedOutcome) -> Bool

  /// SQLite's error in an `onlyIf` or `verify` query.
  private(set) var queryError: SQLiteError?

  /// The offsets of the queries that must return no rows, but returned some.
  private(set) var foundRows: Set<Int> = []

  private var item = ScriptItem(number: 1, text: 0..<0)
  private var outcome: RehearsedOutcome
  private var ordinal = 0
  private var isRuledOut = false

  // The state of the running statement.
  private var current: StatementPlace?
  private var changesBefore = 0
  private var cookieBefore: Int64?
  private var queries: Int?
  private var texts: DoubleQuotedTextFinder?

  /// - Parameters:
  ///   - records: whether to record each action and whether the schema changes, and to look for endless queries first. A
  ///     repeated rehearsal needs none of this.
  ///   - handle: receives the outcome of each statement; false stops the script.
  init(
    _ database: RehearsalDatabase, _ script: Script, records: Bool,
    _ handle: @escaping (RehearsedOutcome) -> Bool
  ) {
    self.database = database
    self.script = script
    self.records = records
    self.handle = handle
    outcome = RehearsedOutcome(item: item, ordinal: 0, place: 0..<0)
  }

  /// Starts an item that the executor does not run as a whole.
  func begin(_ item: ScriptItem) {
    self.item = item
    ordinal = 0
  }

  func begin(_ item: ScriptItem, condition: Bool?) -> ScriptItemUse {
    begin(item)
    isRuledOut = condition == false
    return isRuledOut ? database.useIfFalse : .run
  }

  func willCompile(_ place: StatementPlace) throws(SQLiteError) {
    database.extendDeadline()
    let isObserved = isObserved(place)
    database.authorizer.begin(records: records && isObserved)
    current = isObserved ? place : nil
    guard isObserved else { return }
    let first = StatementText(place.text).firstStatement
    database.extendDeadline(compiling: first.count)
    outcome = RehearsedOutcome(
      item: place.isQuery ? place.query : item, ordinal: place.isQuery ? 1 : ordinal + 1,
      place: (place.offset + first.lowerBound)..<(place.offset + first.upperBound))
    outcome.isRuledOut = isRuledOut
    outcome.isQuery = place.isQuery
    changesBefore = database.connection.totalChanges
    texts = nil
    guard records, !first.isEmpty else { return }
    let sql = UnsafeBufferPointer(rebasing: place.text[first])
    queries = database.expansion.count(sql)
    if let error = database.expansion.refusal(of: sql, queries) { throw error }
  }

  func willRun(_ statement: Statement, _ text: StatementText) throws(SQLiteError) {
    guard let current else { return }
    outcome.isReadOnly = statement.isReadOnly
    outcome.parameterCount = statement.parameterCount
    outcome.actions = database.authorizer.actions
    if outcome.parameterCount > 0, !isRuledOut {
      database.note(.parameter, at: current, in: script)
    }
    if records, let finder = text.withBytes({ DoubleQuotedTextFinder($0, database.connection) }) {
      texts = finder
      let found = database.asRunner { finder.textsBeforeRunning() }
      outcome.doubleQuotedTexts = found
    }
    if records { cookieBefore = try database.schemaCookie() }
    database.extendDeadline()
  }

  func didRun(_ place: StatementPlace) throws(StepInterruption) {
    guard isObserved(place) else { return }
    outcome.notice = database.authorizer.policy.notice
    outcome.actions = database.authorizer.actions
    outcome.changes = database.connection.totalChanges - changesBefore
    if let cookieBefore {
      outcome.changesSchema = (try? database.schemaCookie()) != cookieBefore
    }
    if let texts {
      let found = database.asRunner { texts.textsAfterRunning() }
      outcome.doubleQuotedTexts += found
    }
    if records { database.expansion.note(outcome.actions, queries) }
    try finish(place)
  }

  func didFail(_ error: StatementError, at place: StatementPlace) throws(StepInterruption) {
    if error.error.code.primary == .interrupted { database.noteInterruption() }
    if place.isQuery || !isRuledOut { database.note(error, at: place, in: script) }
    if place.isQuery, error.reason == .sqlite { queryError = error.error }
    if case .verification = error.reason { foundRows.insert(place.offset) }
    guard isObserved(place) else { return }
    var failure = error.error
    // SQLite counts from the start of its input, the statement's text from its first token.
    let blanks = outcome.place.lowerBound - place.offset
    failure.offset = failure.offset.map { max(0, $0 - blanks) }
    // Rows of `verify` are not an error of its query. What is no query is no error of SQLite.
    switch error.reason {
    case .denied(let denial): (outcome.error, outcome.denial) = (failure, denial)
    case .verification: break
    case .notAQuery: outcome.misuse = failure
    default: outcome.error = failure
    }
    outcome.changes = database.connection.totalChanges - changesBefore
    if script.isTransactional, database.connection.isInAutocommit {
      outcome.endedTransaction = true
      database.attempt("BEGIN")
    }
    try finish(place)
  }

  func didRun(_ item: ScriptItem, number: Int) { isRuledOut = false }

  private func isObserved(_ place: StatementPlace) -> Bool {
    !place.isQuery || database.observesQueries
  }

  private func finish(_ place: StatementPlace) throws(StepInterruption) {
    current = nil
    cookieBefore = nil
    if !place.isQuery { ordinal += 1 }
    let (texts, offset) = (outcome.doubleQuotedTexts, place.offset)
    outcome.doubleQuotedTexts = texts.map {
      (offset + $0.lowerBound)..<(offset + $0.upperBound)
    }
    let outcome = outcome
    guard handle(outcome) else { throw .abandoned }
  }
}

extension StatementPlace {
  /// The text of a query as an item with the same options.
  fileprivate var query: ScriptItem {
    var query = ScriptItem(number: number, text: offset..<offset + text.count)
    query.optionsIndex = item.optionsIndex
    return query
  }
}
