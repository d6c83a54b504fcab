import SQLScriptsDatabase
import SQLScriptsFiles

/// Why a step stopped before its end.
enum StepStop: Error {
  /// It failed. Steps after it are not run (law 14).
  case failure(MigrationFailure.Reason)
  /// It is to be run again from its start, now that it is known what to look at beforehand.
  case again
}

/// Runs the statements of one script and proves what laws 17 and 18 ask before the commit.
final class StepRunner {
  private let connection: Connection
  private let authorizer: ScriptAuthorizer
  private let foreignKeys: ForeignKeyGuard
  private let onItem: (_ count: Int, _ of: Int) -> Void
  private let hasObserver: Bool

  /// Whether to look for broken views and triggers before a script runs: old ones are not its fault.
  private var looksAtSchemaBefore = false
  private var brokenBefore: [String: String]?

  // Of the script that runs.
  private var script: Script?
  private var count = 0
  private var notices: [String] = []
  private var droppedTables: Set<String> = []
  private var usedLegacyRename = false

  init(
    _ connection: Connection, authorizer: ScriptAuthorizer,
    onItem: ((_ count: Int, _ of: Int) -> Void)?
  ) {
    self.connection = connection
    self.authorizer = authorizer
    foreignKeys = ForeignKeyGuard(connection)
    hasObserver = onItem != nil
    self.onItem = onItem ?? { _, _ in }
  }

  /// Forgets what it knows of the schema: a rollback has changed it.
  func forgetSchema() {
    foreignKeys.forget()
  }

  /// Runs a script, all but its version and history.
  func run(_ script: Script) throws(StepStop) -> (count: Int, notices: [String]) {
    begin(script)
    defer { authorizer.mode = .runner }
    do throws(SQLiteError) {
      // Outside a transaction nothing can be run again.
      if !script.isTransactional { foreignKeys.looksBefore = true }
      let looks = looksAtSchemaBefore || !script.isTransactional
      brokenBefore = looks ? try SchemaHealth.broken(connection) : nil
    } catch {
      throw .failure(.database(error, during: .checking(script: script.file.name)))
    }
    authorizer.mode = .script(isTransactional: script.isTransactional)
    for (index, item) in script.items.enumerated() {
      try run(item, of: script)
      if hasObserver { onItem(index + 1, script.items.count) }
    }
    try verify(script)
    authorizer.mode = .runner
    try prove(script)
    return (count, notices)
  }

  private func begin(_ script: Script) {
    self.script = script
    count = 0
    notices = []
    droppedTables = []
    usedLegacyRename = false
    foreignKeys.beginStep()
    authorizer.beginScript()
  }

  // MARK: Statements

  private func run(_ item: ScriptItem, of script: Script) throws(StepStop) {
    if let onlyIf = script.options(of: item)?.onlyIf {
      guard try isTrue(onlyIf, item: item, of: script) else { return }
    }
    try eachStatement(in: item.text, of: script, item: item) {
      (statement, text) throws(StatementStop) in
      try self.run(statement, text: text, of: script)
    }
  }

  /// Why one statement stopped, before it is known where it stands.
  private enum StatementStop: Error {
    case failed(StatementFailure.Reason, SQLiteError)

    var parts: (StatementFailure.Reason, SQLiteError) {
      switch self {
      case .failed(let reason, let error): (reason, error)
      }
    }
  }

  /// Compiles the statements of a text one by one, where they lie (law 16).
  private func eachStatement(
    in range: Range<Int>, of script: Script, item: ScriptItem, number: Int? = nil,
    _ body: (Statement, StatementText) throws(StatementStop) -> Void
  ) throws(StepStop) {
    let failure = script.document.text.withUnsafeBufferPointer { buffer -> StepStop? in
      guard let base = buffer.baseAddress, range.upperBound < buffer.count else { return nil }
      return base.withMemoryRebound(to: CChar.self, capacity: buffer.count) { text -> StepStop? in
        let end = text + range.upperBound
        var cursor = text + range.lowerBound
        var ordinal = 0
        while cursor < end {
          var next = cursor
          let rest = UnsafeBufferPointer(rebasing: buffer[(cursor - text)..<range.upperBound])
          authorizer.beginStatement()
          do throws(StatementStop) {
            guard let statement = try compile(at: cursor, end: &next) else {
              // Blanks, comments or a lone `;`.
              guard next > cursor else { break }
              cursor = next
              continue
            }
            ordinal += 1
            let length = min(next - cursor, rest.count)
            try body(statement, StatementText(UnsafeBufferPointer(rebasing: rest[..<length])))
          } catch {
            let place = Place(
              script: script, offset: cursor - text, text: rest,
              item: script.file.format == .sql && number == nil
                ? ordinal + (next > cursor ? 0 : 1) : number ?? Int(item.number))
            return .failure(.statement(describe(error, at: place)))
          }
          guard next > cursor else { break }
          cursor = next
        }
        return nil
      }
    }
    if let failure { throw failure }
  }

  private func compile(
    at start: UnsafePointer<CChar>, end: inout UnsafePointer<CChar>
  ) throws(StatementStop) -> Statement? {
    do throws(SQLiteError) {
      return try connection.prepare(at: start, end: &end)
    } catch {
      throw .failed(reason(for: error), error)
    }
  }

  private func run(_ statement: Statement, text: StatementText, of script: Script)
    throws(StatementStop)
  {
    if statement.parameterCount > 0 {
      throw .failed(
        .parameter, .misuse("a script has no values for parameters", sql: statement.sql))
    }
    let touches = authorizer.takeTouches()
    do throws(SQLiteError) {
      if !touches.isEmpty { try willRun(touches, of: script) }
      try step(statement, text: text)
      count += 1
      if !touches.isEmpty { try didRun(touches, text: text, of: script) }
    } catch {
      throw .failed(reason(for: error), error)
    }
    // Law 15: SQLite itself may have ended the transaction, and then nothing holds the script together.
    if connection.isInAutocommit, script.isTransactional {
      throw .failed(
        .transactionEnded,
        SQLiteError(code: .error, message: "the transaction is gone", sql: statement.sql))
    }
    if let skipped = authorizer.skipped {
      notices.append(
        "PRAGMA \(skipped) was passed over: it concerns the connection, not the database")
    }
  }

  private func reason(for error: SQLiteError) -> StatementFailure.Reason {
    if let denial = authorizer.denial { return .denied(denial) }
    if error.message.hasPrefix("cannot VACUUM from within") { return .denied(.vacuum) }
    let isLost = connection.isInAutocommit && script?.isTransactional == true
    return isLost ? .transactionEnded : .sqlite
  }

  private func willRun(
    _ touches: Set<ScriptAuthorizer.Touch>, of script: Script
  ) throws(SQLiteError) {
    for case .drop(let table) in touches { droppedTables.insert(table) }
    guard script.foreignKeys == .checked else { return }
    try asRunner { () throws(SQLiteError) in try foreignKeys.willTouch(touches) }
  }

  private func didRun(
    _ touches: Set<ScriptAuthorizer.Touch>, text: StatementText, of script: Script
  ) throws(SQLiteError) {
    guard script.foreignKeys == .checked else { return }
    let changesSchema = touches.contains { touch in
      switch touch {
      case .create, .drop, .alter: true
      case .insert, .update, .delete: false
      }
    }
    guard changesSchema else { return }
    let renamed = text.rename
    try asRunner { () throws(SQLiteError) in
      try foreignKeys.didChangeSchema(
        touches, mentionsReferences: text.mentions("references"), renamed: renamed)
    }
  }

  /// Steps a statement to its end (law 15), with the help of law 18 for the last act of a rebuild.
  private func step(_ statement: Statement, text: StatementText) throws(SQLiteError) {
    authorizer.isStepping = true
    defer { authorizer.isStepping = false }
    do throws(SQLiteError) {
      try statement.run()
    } catch {
      guard isBlockedRebuild(error, text) else { throw error }
      // Law 18: a view or trigger that names the dropped table blocks the rename of its successor.
      try asRunner { () throws(SQLiteError) in
        try connection.execute("PRAGMA legacy_alter_table = ON")
      }
      usedLegacyRename = true
      defer { asRunner { try? connection.execute("PRAGMA legacy_alter_table = OFF") } }
      try statement.run()
    }
  }

  /// Whether a view or trigger blocks the rename that puts a new table in the place of a dropped one.
  private func isBlockedRebuild(_ error: SQLiteError, _ text: StatementText) -> Bool {
    guard error.message.hasPrefix("error in view ") || error.message.hasPrefix("error in trigger "),
      let rename = text.rename
    else { return false }
    return droppedTables.contains(rename.to)
  }

  private func asRunner<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let mode = authorizer.mode
    authorizer.mode = .runner
    defer { authorizer.mode = mode }
    return try body()
  }

  // MARK: Queries of the script

  private func isTrue(
    _ range: Range<Int>, item: ScriptItem, of script: Script
  ) throws(StepStop) -> Bool {
    var isTrue = false
    try eachStatement(in: range, of: script, item: item, number: Int(item.number)) {
      (statement, _) throws(StatementStop) in
      let rows = try self.rows(of: statement, limit: 1, "onlyIf")
      switch rows.first?.first {
      case nil, .null: isTrue = false
      case .integer(let value): isTrue = value != 0
      case .real(let value): isTrue = value != 0
      case .text(let text): isTrue = !text.isEmpty && text != "0"
      case .blob(let bytes): isTrue = !bytes.isEmpty
      }
    }
    return isTrue
  }

  private func verify(_ script: Script) throws(StepStop) {
    for query in script.verify {
      try eachStatement(in: query.text, of: script, item: query, number: Int(query.number)) {
        (statement, _) throws(StatementStop) in
        let rows = try self.rows(of: statement, limit: 5, "verify")
        guard rows.isEmpty else {
          throw .failed(
            .verification(rows: rows),
            SQLiteError(code: .constraint, message: "the query returns rows", sql: statement.sql))
        }
      }
    }
  }

  private func rows(
    of statement: Statement, limit: Int, _ key: String
  ) throws(StatementStop) -> [[SQLiteValue]] {
    guard statement.isReadOnly, statement.columnCount > 0 else {
      throw .failed(
        .notAQuery, .misuse("\(key) must be a query that changes nothing", sql: statement.sql))
    }
    do throws(SQLiteError) {
      var rows: [[SQLiteValue]] = []
      while rows.count < limit, try statement.step() { rows.append(statement.row) }
      return rows
    } catch {
      throw .failed(reason(for: error), error)
    }
  }

  // MARK: Before the commit

  /// Laws 17 and 18.
  private func prove(_ script: Script) throws(StepStop) {
    let name = script.file.name
    do {
      if authorizer.sawLegacyPragma {
        // A script may ask for it; it must not last beyond the script.
        try connection.execute("PRAGMA legacy_alter_table = OFF")
        usedLegacyRename = true
      }
      if script.foreignKeys == .checked {
        switch try foreignKeys.finishStep() {
        case .clean: break
        case .mustLookBefore:
          foreignKeys.looksBefore = true
          throw StepStop.again
        case .violations(let violations, let count):
          throw StepStop.failure(
            .foreignKeys(script: name, version: script.version, violations, count: count))
        }
      }
      if usedLegacyRename { try proveSchema(script) }
    } catch let stop as StepStop {
      throw stop
    } catch let error as SQLiteError {
      throw .failure(.database(error, during: .checking(script: name)))
    } catch {
      throw .failure(
        .database(.misuse("\(error)"), during: .checking(script: name)))
    }
  }

  private func proveSchema(_ script: Script) throws {
    var broken = try SchemaHealth.broken(connection)
    guard !broken.isEmpty else { return }
    guard let brokenBefore else {
      looksAtSchemaBefore = true
      throw StepStop.again
    }
    for name in brokenBefore.keys { broken[name] = nil }
    guard broken.isEmpty else {
      throw StepStop.failure(
        .brokenSchema(script: script.file.name, version: script.version, objects: broken))
    }
  }

  // MARK: Errors

  /// Where a statement stands.
  private struct Place {
    var script: Script
    /// The offset in the script's text where SQLite was given the statement.
    var offset: Int
    /// The text from there to the end of the item.
    var text: UnsafeBufferPointer<UInt8>
    var item: Int
  }

  private func describe(_ stop: StatementStop, at place: Place) -> StatementFailure {
    var (reason, error) = stop.parts
    let text = StatementText(place.text)
    let statement = text.firstStatement
    let pointer =
      reason == .sqlite ? text.pointer(offset: error.offset, message: error.message) : nil
    let span = { (range: Range<Int>) in
      place.script.span(
        of: (range.lowerBound + place.offset)..<(range.upperBound + place.offset))
    }
    error.sql = String(decoding: place.text[statement], as: UTF8.self)
    error.offset = error.offset.map { max(0, $0 - statement.lowerBound) }
    return StatementFailure(
      reason: reason, script: place.script.file.name, version: place.script.version,
      item: place.item, span: span(statement), pointer: pointer.map(span), error: error,
      statementsBefore: count, isRolledBack: place.script.isTransactional)
  }
}
