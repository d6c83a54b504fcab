import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// A scratch database in memory on which scripts are rehearsed, under the same rules as on a user's device.
final class RehearsalDatabase {
  let connection: Connection
  let reader: SchemaReader
  private let authorizer: RehearsalAuthorizer
  private let box: AuthorizerBox
  private let deadline = Deadline()
  private var expansion = QueryExpansion()

  /// What one statement may take: an endless query is a finding, not a hang.
  static let budget = Milliseconds(2000)

  private var stoppedCount = 0
  private var keepsVersion = false
  private var cookieQuery: Statement?

  /// A script in which everything is endless is stopped sooner and sooner.
  private var budget: Milliseconds {
    Milliseconds(max(1, Self.budget.count >> min(stoppedCount, 16)))
  }

  init() throws(SQLiteError) {
    connection = try Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    try connection.setScratchLimits()
    reader = SchemaReader(connection)
    authorizer = RehearsalAuthorizer()
    box = AuthorizerBox(authorizer)
    connection.setAuthorizer(box)
    connection.setDeadline(deadline)
  }

  deinit {
    connection.removeAuthorizer()
    connection.setDeadline(nil)
  }

  /// Makes what the runner keeps in a database once its first script has run, and what some scripts of
  /// classic bundles look at or write to (laws 1 to 3).
  func keepVersion(after script: Script) {
    guard !keepsVersion else { return }
    keepsVersion = true
    asRunner {
      try? connection.execute(
        "CREATE TABLE IF NOT EXISTS main.db_version (db_version_num INTEGER NOT NULL)")
      try? connection.execute(
        "INSERT INTO main.db_version (db_version_num) SELECT \(script.version) "
          + "WHERE NOT EXISTS (SELECT 1 FROM main.db_version)")
      try? connection.execute(History.createTable)
    }
  }

  /// What became of one statement.
  struct Outcome {
    var error: SQLiteError?
    var denial: ScriptDenial?
    /// What the runner says if it ignores the statement.
    var notice: ScriptNotice?
    var parameterCount = 0
    /// The bytes of the script's text that are names in double quotes and were taken for texts.
    var doubleQuotedTexts: [Range<Int>] = []
    var actions: [RehearsedAction] = []
    var changes = 0
    var changesSchema = false
    var isReadOnly = false
    /// Where SQLite saw the statement end.
    var end = 0
    /// Nothing but blanks and comments.
    var isEmpty = false
  }

  /// Begins a script, in a transaction if it is one.
  func begin(_ script: Script, inTransaction: Bool? = nil) {
    if inTransaction ?? script.isTransactional { attempt("BEGIN") }
    authorizer.begin(script)
  }

  /// Ends a script: a setting that it made for itself goes with it.
  func end(_ script: Script, commits: Bool) {
    if !connection.isInAutocommit { attempt(commits ? "COMMIT" : "ROLLBACK") }
    for (pragma, value) in ScriptPragma.scopedDefaults { attempt("PRAGMA \(pragma) = \(value)") }
    asRunner { authorizer.dropTemporaryObjects(connection) }
  }

  /// Compiles and runs the statement at an offset of a script's text.
  ///
  /// - Parameters:
  ///   - place: the bytes of the statement, if nobody has run it before.
  ///   - records: whether to note each action; the databases with sample rows need not.
  func run(
    at offset: Int, upTo limit: Int, of script: Script, place: Range<Int>? = nil, records: Bool,
    droppedTables: Set<SQLName>
  ) -> Outcome {
    script.document.withBytes(of: min(offset, limit)..<limit) { buffer -> Outcome in
      guard let base = buffer.baseAddress, !buffer.isEmpty else {
        return Outcome(end: limit, isEmpty: true)
      }
      return base.withMemoryRebound(to: CChar.self, capacity: buffer.count) { text -> Outcome in
        authorizer.begin(script, at: offset, records: records)
        defer { authorizer.end() }
        deadline.extend(by: budget)
        var outcome = Outcome()
        let sql = place.map { place in
          UnsafeBufferPointer(
            rebasing: buffer[place.lowerBound - offset..<place.upperBound - offset])
        }
        let queries = sql.map { expansion.count($0) }
        if let sql, let error = refusal(sql, queries) {
          outcome.error = error
          return outcome
        }
        var end = text
        do throws(SQLiteError) {
          let statement = try connection.prepare(at: text, end: &end)
          outcome.end = offset + (end - text)
          outcome.actions = authorizer.actions
          outcome.notice = authorizer.notice
          guard let statement else {
            outcome.isEmpty = authorizer.notice == nil
            return outcome
          }
          outcome.isReadOnly = statement.isReadOnly
          outcome.parameterCount = statement.parameterCount
          let rest = UnsafeBufferPointer(rebasing: buffer[..<min(end - text, buffer.count)])
          let finder = records ? DoubleQuotedTextFinder(rest, connection) : nil
          var texts = asRunner { finder?.textsBeforeRunning() } ?? []
          try step(statement, StatementText(rest), droppedTables, &outcome)
          texts += asRunner { finder?.textsAfterRunning() } ?? []
          note(outcome.actions, queries)
          outcome.doubleQuotedTexts = texts.map {
            offset + $0.lowerBound..<offset + $0.upperBound
          }
        } catch {
          if error.code.primary == .interrupted { stoppedCount += 1 }
          outcome.error = error
          outcome.denial = authorizer.denial(of: error)
        }
        return outcome
      }
    }
  }

  /// Why a statement is not even compiled: it becomes too many queries, or reads a view that did.
  private func refusal(_ text: UnsafeBufferPointer<UInt8>, _ queries: Int?) -> SQLiteError? {
    let missing = expansion.refusedView(in: text)
    let isTooMuch = queries.map { $0 > QueryExpansion.limit } ?? false
    guard isTooMuch || missing != nil else { return nil }
    expansion.refuse(text)
    return missing.map { SQLiteError(code: .error, message: "no such table: \($0)") }
      ?? SQLiteError(code: .interrupted, message: QueryExpansion.message)
  }

  /// Notes which views there are.
  private func note(_ actions: [RehearsedAction], _ queries: Int?) {
    for action in actions {
      switch action.kind {
      case .createView: expansion.note(view: action.name, queries)
      case .dropView, .createTable: expansion.note(view: action.name, nil)
      default: break
      }
    }
  }

  private func step(
    _ statement: Statement, _ text: StatementText, _ droppedTables: Set<SQLName>,
    _ outcome: inout Outcome
  ) throws(SQLiteError) {
    let changes = connection.totalChanges
    let cookie = try asRunner { () throws(SQLiteError) in try schemaCookie() }
    defer { outcome.changes = connection.totalChanges - changes }
    authorizer.isStepping = true
    defer { authorizer.isStepping = false }
    deadline.extend(by: budget)
    do throws(SQLiteError) {
      try statement.run()
    } catch {
      if error.isVacuumInTransaction, text.isPlainVacuum {
        outcome.notice = .vacuum
        return
      }
      // Law 18, as the runner does it.
      guard
        error.message.hasPrefix("error in view ") || error.message.hasPrefix("error in trigger "),
        let rename = text.rename, droppedTables.contains(rename.to)
      else { throw error }
      try asRunner { () throws(SQLiteError) in
        try connection.execute("PRAGMA legacy_alter_table = ON")
      }
      defer { asRunner { try? connection.execute("PRAGMA legacy_alter_table = OFF") } }
      try statement.run()
    }
    outcome.changesSchema = try asRunner { () throws(SQLiteError) in try schemaCookie() } != cookie
  }

  /// Read before and after each statement, so it is compiled once.
  private func schemaCookie() throws(SQLiteError) -> Int64? {
    let query: Statement
    if let cookieQuery {
      query = cookieQuery
    } else {
      query = try connection.prepare("PRAGMA schema_version")
      cookieQuery = query
    }
    defer { query.reset() }
    return try query.step() ? query.value(0).int64 : nil
  }

  /// Whether the query of an `onlyIf` says that its statement is to run.
  func isTrue(_ range: Range<Int>, of script: Script) -> Bool {
    switch value(script.text(range), of: script) {
    case .integer(let number): return number != 0
    case .real(let number): return number != 0
    case .text(let text): return !text.isEmpty && text != "0"
    case .blob(let bytes), .invalidText(let bytes): return !bytes.isEmpty
    case nil, .null: return false
    }
  }

  /// The first value of a query of the script's, under the same rules as its statements; nil if it has
  /// none, fails, or is no query.
  private func value(_ sql: String, of script: Script) -> SQLiteValue? {
    authorizer.begin(script, at: 0, records: false)
    defer { authorizer.end() }
    deadline.extend(by: budget)
    do throws(SQLiteError) {
      let statement = try connection.prepare(sql)
      guard statement.isReadOnly, statement.columnCount > 0 else { return nil }
      authorizer.isStepping = true
      defer { authorizer.isStepping = false }
      return try statement.step() ? statement.row.first : nil
    } catch {
      if error.code.primary == .interrupted { stoppedCount += 1 }
      return nil
    }
  }

  /// Runs something of our own, unwatched.
  func asRunner<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    deadline.extend(by: Self.budget)
    return try authorizer.unwatched(body)
  }

  /// Runs something of our own that may fail; whether it did not.
  @discardableResult
  func attempt(_ sql: String) -> Bool {
    allowTime()
    return asRunner { (try? connection.execute(sql)) != nil }
  }

  /// From now on there is the time of one statement again.
  func allowTime() {
    deadline.extend(by: Self.budget)
  }
}
