import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

// Runs the statements of a script one by one (laws 15, 16 and 18).
extension ScriptExecutor {
  /// Compiles and runs the statements of a part of a script one by one (law 16).
  ///
  /// - Parameters:
  ///   - range: the part, in the script's document.
  ///   - before: the number of statements of the item before it.
  ///   - query: the key whose queries they are, and what to do with each; nil for statements.
  package func runStatements<Delegate: ScriptExecutorDelegate>(
    in range: Range<Int>, of item: ScriptItem, in script: Script, after before: Int = 0,
    asking query: ScriptQuery? = nil, for delegate: Delegate
  ) throws(StepInterruption) {
    let binds = bindsInserts && isTransactional && query == nil
    let countsStatements = script.file.format == .sql && query == nil
    try withText(of: range, of: item, in: script.document) { (buffer) throws(StepInterruption) in
      guard let base = buffer.baseAddress else { return }
      let start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
      let end = start + buffer.count
      var cursor = start
      var ordinal = before
      while cursor < end {
        var next = cursor
        let rest = UnsafeBufferPointer(rebasing: buffer[(cursor - start)...])
        let place = StatementPlace(
          offset: range.lowerBound + (cursor - start), text: rest,
          number: countsStatements ? ordinal + 1 : Int(item.number), item: item,
          part: query?.part ?? .statements)
        if binds, countsStatements, inserts.expectsBatch {
          let (count, length) = try runBatch(of: .part(rest), at: place, for: delegate)
          if count > 0 {
            ordinal += count
            cursor += length
            continue
          }
        }
        authorizer.beginStatement()
        authorizer.offset = place.offset
        var failure: StatementError?
        do throws(StatementError) {
          if binds, let insert = bindInsert(at: cursor, before: end) {
            next = insert.end
            let sql = UnsafeBufferPointer(rebasing: rest[..<(next - cursor)])
            try execute(insert.statement, StatementText(sql), isBound: true, for: delegate)
          } else if let statement = try compile(at: cursor, end: &next, place, for: delegate) {
            // One `;` may follow the range. SQLite never runs more than was asked for.
            guard next <= end + 1 else {
              throw StatementError(
                .sqlite, .misuse("internal error: please report this", sql: statement.sql))
            }
            let sql = StatementText(
              UnsafeBufferPointer(rebasing: rest[..<min(next - cursor, rest.count)]))
            try checkCompiled(statement, sql)
            if let query {
              try ask(query, statement, sql, for: delegate)
            } else {
              try execute(statement, sql, isBound: false, for: delegate)
            }
          } else if !ignoreStatement() {
            // Whitespace, comments or a lone `;`.
            guard next > cursor else { break }
            cursor = next
            continue
          }
        } catch {
          failure = error
        }
        if let failure {
          try delegate.didFail(failure, at: place)
          // SQLite does not report the end of a statement that it cannot compile.
          if next <= cursor { next = cursor + StatementText(rest).firstStatement.upperBound }
        } else {
          try delegate.didRun(place)
        }
        ordinal += 1
        guard next > cursor else { break }
        cursor = next
      }
    }
  }

  /// Calls `body` with the bytes of a part of an item. A NUL follows the item.
  private func withText<Failure: Error>(
    of range: Range<Int>, of item: ScriptItem, in document: Document,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let isPart =
      item.text.lowerBound <= range.lowerBound && range.upperBound <= item.text.upperBound
    let text = isPart ? item.text : range
    try document.withBytes { (bytes) throws(Failure) in
      if bytes.isTerminated(text) { return try body(bytes[range]) }
      let copy = copiedText.copy(of: text, from: bytes, in: document.source)
      try copy.withUnsafeBufferPointer { (copy) throws(Failure) in
        let start = range.lowerBound - text.lowerBound
        try body(UnsafeBufferPointer(rebasing: copy[start...].prefix(range.count)))
      }
    }
  }

  private func compile<Delegate: ScriptExecutorDelegate>(
    at start: UnsafePointer<CChar>, end: inout UnsafePointer<CChar>, _ place: StatementPlace,
    for delegate: Delegate
  ) throws(StatementError) -> Statement? {
    do throws(SQLiteError) {
      try delegate.willCompile(place)
      let statement = try connection.prepare(at: start, end: &end)
      if authorizer.denyUnplaced(connection) {
        throw SQLiteError(code: .notAuthorized, message: "not authorized")
      }
      return statement
    } catch {
      if let length = lengthOfNeedlessDrop(place.text) {
        end = start + length
        return nil
      }
      let error = authorizer.cause(of: error)
      throw StatementError(reason(for: error), error)
    }
  }

  /// Counts a statement that is ignored. Returns whether it is.
  private func ignoreStatement() -> Bool {
    guard let notice = authorizer.notice else { return false }
    add(notice)
    count += 1
    return true
  }

  /// The length of a DROP … IF EXISTS of an object that only an attached database has. In the main database there is
  /// nothing to drop.
  private func lengthOfNeedlessDrop(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard case .otherDatabase(let name, let schema) = authorizer.denial, schema != "temp" else {
      return nil
    }
    let words = StatementText(text).leadingWords(6)
    guard words.count > 4, words[0] == "drop", words[2] == "if", words[3] == "exists",
      words.count < 6 || words[5] != "."
    else { return nil }
    authorizer.ignoreDenied(.absent(name: name.hasPrefix("sqlite_") ? words[4] : name))
    return StatementText(text).firstStatement.upperBound
  }

  /// The shared statement for an INSERT of literals; nil if the INSERT must be compiled as written.
  private func bindInsert(
    at start: UnsafePointer<CChar>, before end: UnsafePointer<CChar>
  ) -> BoundInserts.Bound? {
    let insert = inserts.bind(at: start, before: end) { sql in
      guard asRunner({ connection.isUTF8 }) else { return nil }
      return try? connection.prepare(sql)
    }
    // If compiling the shared statement was denied, the statement itself is denied.
    if insert == nil { authorizer.beginStatement() }
    return insert
  }

  /// Runs a statement, and records what laws 15, 17 and 18 need.
  ///
  /// - Parameter isBound: whether the literals of `text` are bound to it.
  private func execute<Delegate: ScriptExecutorDelegate>(
    _ statement: Statement, _ text: StatementText, isBound: Bool, for delegate: Delegate
  ) throws(StatementError) {
    // Nil for most statements of a bulk script, because even an empty set has its references counted.
    let touches = authorizer.touches.isEmpty ? nil : authorizer.takeTouches()
    do throws(SQLiteError) {
      // The question takes 240 instructions and a bound INSERT 5,000, so it is asked for every sixteenth of them.
      if !isBound || count.isMultiple(of: 16), isCancelled() { throw .interrupted }
      // Checked before the statement runs, too: memory may have run out while it was compiled.
      if isTransactional, connection.isInAutocommit { throw .outOfMemory }
      try delegate.willRun(statement, text)
      if let touches { try willRun(touches, text) }
      try step(statement, text, isBound: isBound)
      count += 1
      if let touches { noteRename(text, touches) }
    } catch {
      let error = authorizer.cause(of: error)
      let reason = reason(for: error)
      guard reason == .sqlite, let rename = text.rename,
        let denial = authorizer.others.denial(ofRenameTo: rename.to)
      else { throw StatementError(reason, error) }
      throw StatementError(.denied(denial), error)
    }
    // Law 15: SQLite may have ended the transaction, and then the script is not atomic.
    if connection.isInAutocommit, isTransactional {
      throw StatementError(
        .transactionEnded,
        SQLiteError(code: .error, message: "SQLite rolled the transaction back"))
    }
    if let notice = authorizer.notice { add(notice) }
    if !isTransactional { try checkJournal() }
  }

  private func checkCompiled(
    _ statement: Statement, _ text: StatementText
  ) throws(StatementError) {
    if statement.parameterCount > 0, !acceptsParameters {
      throw StatementError(
        .parameter, .misuse("a script has no values for parameters", sql: statement.sql))
    }
    if !isTransactional, let denial = vacuumElsewhere(text) {
      throw StatementError(.denied(denial), .misuse("not authorized", sql: statement.sql))
    }
  }

  /// Law 30: the authorizer is not asked about VACUUM before it runs.
  private func vacuumElsewhere(_ text: StatementText) -> ScriptDenial? {
    let words = text.leadingWords(2)
    guard words.first == "vacuum", words.count > 1, words[1] != "main", words[1] != "into" else {
      return nil
    }
    return .elsewhere("VACUUM")
  }

  /// Laws 12 and 15: checks the journal mode after a statement, because its spelling is not reliable.
  private func checkJournal() throws(StatementError) {
    do throws(SQLiteError) {
      let mode = try asRunner { () throws(SQLiteError) in
        try ConnectionSettings.unsafeJournal(of: connection)
      }
      guard let mode else { return }
      throw SQLiteError(code: .notAuthorized, message: mode)
    } catch {
      if error.code == .notAuthorized {
        throw StatementError(.denied(.journal(mode: error.message)), error)
      }
      throw StatementError(.sqlite, error)
    }
  }

  func reason(for error: SQLiteError) -> StatementFailure.Reason {
    if let denial = authorizer.denial { return .denied(denial) }
    // SQLite refuses two things without asking the authorizer.
    if error.isVacuumInTransaction { return .denied(.attach) }
    if case .mayNotBeModified(let table) = SQLiteMessage(error.message), SQLName(table).isReserved {
      return .denied(.schemaTable)
    }
    let isLost = connection.isInAutocommit && isTransactional
    return isLost ? .transactionEnded : .sqlite
  }

  private func willRun(
    _ touches: Set<ScriptAuthorizer.Touch>, _ text: StatementText
  ) throws(SQLiteError) {
    var isAltered = false
    var isInsert = false
    for touch in touches {
      if case .insert = touch { isInsert = true }
      if case .drop(let table) = touch { droppedTables.insert(table) }
      if case .alter = touch { isAltered = true }
    }
    guard checksForeignKeys else { return }
    // `INSERT INTO a SELECT * FROM b` may copy b as a whole, without reporting a read to the authorizer.
    let isCopy = isInsert && authorizer.reads.isEmpty && text.mentions("select")
    let reads = isCopy ? text.names : authorizer.reads
    try asRunner { () throws(SQLiteError) in
      try foreignKeys.willTouch(touches, reading: reads, renamed: isAltered ? text.rename : nil)
      if isInsert, touches.count == 1 { try foreignKeys.noteCopy(text) }
    }
  }

  /// Steps a statement to its end (law 15). Retries the rename at the end of a rebuild as law 18 requires.
  private func step(
    _ statement: Statement, _ text: StatementText, isBound: Bool
  ) throws(SQLiteError) {
    authorizer.isStepping = true
    defer {
      authorizer.isStepping = false
      // The values are not cleared, and may point to text that is gone. The next row binds others before it is stepped.
      if isBound { statement.rewind() }
    }
    do throws(SQLiteError) {
      guard connection.isInAutocommit else { return try statement.execute() }
      // Outside a transaction each statement takes its own lock, and SQLite does not wait for it when the journal mode
      // changes (law 25). A busy statement has changed nothing.
      try connection.retryWhileBusy(busyTimeout) { () throws(SQLiteError) in try statement.execute()
      }
    } catch {
      if isBound {
        var error = error
        error.sql = text.withBytes { String(decoding: $0, as: UTF8.self) }
        throw error
      }
      if error.isVacuumInTransaction, text.isPlainVacuum {
        return authorizer.ignoreDenied(.vacuum)
      }
      guard isBlockedRebuild(error, text) else { throw error }
      // Law 18: a view or trigger that names the dropped table blocks the rename of its successor.
      try asRunner { () throws(SQLiteError) in
        try connection.execute("PRAGMA legacy_alter_table = ON")
      }
      endangersViews = true
      defer { asRunner { try? connection.execute("PRAGMA legacy_alter_table = OFF") } }
      try statement.execute()
    }
  }

  /// Whether a view or trigger blocks the rename at the end of a rebuild.
  private func isBlockedRebuild(_ error: SQLiteError, _ text: StatementText) -> Bool {
    guard SQLiteMessage(error.message).isBrokenViewOrTrigger,
      let rename = text.rename
    else { return false }
    return droppedTables.contains(rename.to)
  }

  /// Notes that a table was renamed and then dropped. Views and triggers that followed the rename have lost their
  /// table.
  private func noteRename(_ text: StatementText, _ touches: Set<ScriptAuthorizer.Touch>) {
    for touch in touches {
      switch touch {
      case .alter:
        guard let rename = text.rename else { continue }
        renamedTables.insert(rename.to)
        authorizer.noteChanged(rename.to)
      case .drop(let table): if renamedTables.contains(table) { endangersViews = true }
      case .insert, .update, .delete, .create, .dropIndex: continue
      }
    }
  }
}

extension SQLiteError {
  /// Whether it says that VACUUM cannot run inside a transaction.
  fileprivate var isVacuumInTransaction: Bool { SQLiteMessage(message) == .vacuumInTransaction }
}
