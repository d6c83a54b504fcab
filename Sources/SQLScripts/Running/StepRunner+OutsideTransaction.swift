import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

// Law 19: a script outside a transaction, statement by statement.
extension StepRunner {
  /// Whether the script has a statement that must not take effect twice. VACUUM, and PRAGMAs that cannot run in a
  /// transaction, can be repeated.
  var keepsPosition: Bool { statements.contains { !$0.isOutside } }

  /// Begins a script, or continues it with the state of an earlier run.
  func beginOrContinue(_ script: Script) throws(StepInterruption) {
    statements = WrittenStatement.all(of: script)
    let connection = executor.connection
    do throws(SQLiteError) {
      if let kept = try StepPosition(of: script.version, in: connection) {
        position = kept
        connection.setLastInsertRowID(kept.lastRowID)
        log = try StepLog(of: script.version, in: connection)
      }
      if executor.checksForeignKeys { try foreignKeys.beginPart(continuing: log) }
      if let known = knownSchema() {
        executor.brokenBefore = known
      } else {
        executor.brokenBefore = try brokenSchema(before: script)
      }
    } catch {
      throw .failure(.database(error, during: .checking(script: script.file.name)))
    }
    if position.done > 0, let refusal = position.refusal(toContinue: script) {
      throw .failure(.refused(refusal))
    }
    executor.count = position.done - log.skipped.count
  }

  /// The views and triggers that are unusable before the script. All of them are checked, because the script cannot run
  /// again after a check.
  private func brokenSchema(before script: Script) throws(SQLiteError) -> [SQLName: String] {
    if let suspects = try executor.brokenSuspects(of: script) { return suspects }
    guard keepsPosition else { return [:] }
    return try SchemaHealth.broken(executor.connection) { _ in true }
  }

  /// Restores the state for law 18.
  ///
  /// - Returns: the views and triggers that were unusable before the script; nil if the log does not tell.
  private func knownSchema() -> [SQLName: String]? {
    var broken: [SQLName: String]?
    for case .schema(let note, let name) in log.notes {
      switch note {
      case .dropped: executor.droppedTables.insert(name)
      case .renamed: executor.renamedTables.insert(name)
      case .changed: executor.authorizer.noteChanged(name)
      case .endangered: executor.endangersViews = true
      case .known: broken = broken ?? [:]
      case .broken: broken = (broken ?? [:]).merging([name: ""]) { $1 }
      }
    }
    return broken
  }

  /// Runs the rest of a script, and stores the position in the database.
  func runOutsideTransaction(_ script: Script) throws(StepInterruption) {
    let done = position.done
    let keepsPosition = keepsPosition
    var hash = XXH64()
    for (index, statement) in statements.enumerated() {
      script.document.withBytes(of: statement.range) { hash.update($0) }
      if index < done {
        if statement.isPragma, !log.skipped.contains(index) {
          try runAgain(statement, of: script)
        }
        continue
      }
      guard try isWanted(statement, before: index, of: script) else {
        skipped.append(index)
        continue
      }
      var next = StepPosition(startOf: script.version)
      next.done = index + 1
      next.checksum = hash.finish()
      if !keepsPosition {
        try execute(statement, of: script)
      } else if statement.isOutside {
        try expectPosition(script)
        try execute(statement, of: script)
        try inTransaction(script) { () throws(StepInterruption) in try keep(next, of: script) }
      } else {
        try inTransaction(script) { () throws(StepInterruption) in
          try expectPosition(script)
          try execute(statement, of: script)
          try keep(next, of: script)
        }
      }
      // Only after the commit.
      if keepsPosition { position = written }
      if statement.isLastOfItem { didRun(statement.item, number: statement.itemIndex + 1) }
    }
  }

  /// Stops if the database is not in the state after the previous statement, because somebody has restored a backup or
  /// changed the position.
  func expectPosition(_ script: Script) throws(StepInterruption) {
    let isThere: Bool
    do throws(SQLiteError) {
      isThere = try executor.asRunner { () throws(SQLiteError) in
        let found = try StepPosition(of: script.version, in: executor.connection)
        guard position.done == 0 else { return found == position }
        return found == nil ? try isAtStart() : false
      }
    } catch {
      throw .failure(.database(error, during: .checking(script: script.file.name)))
    }
    if !isThere { throw lost(script) }
  }

  private func lost(_ script: Script) -> StepInterruption {
    hasLostPosition = true
    return .failure(
      .database(
        .misuse(
          "the database was replaced or set back while \(script.file.name) ran, so the statements that are"
            + " left do not belong to it. Migrate it again"),
        during: .checking(script: script.file.name)))
  }

  /// Whether `onlyIf` lets the item run. It is not asked again if a part of the item has run.
  private func isWanted(
    _ statement: WrittenStatement, before index: Int, of script: Script
  ) throws(StepInterruption) -> Bool {
    guard let onlyIf = script.options(of: statement.item)?.onlyIf else { return true }
    if let wanted = wantedItem, wanted.index == statement.itemIndex { return wanted.isWanted }
    let first = index - statement.ordinal + 1
    let isWanted =
      position.done > first
      ? true : try executor.isTrue(onlyIf, item: statement.item, of: script, for: self)
    wantedItem = (statement.itemIndex, isWanted)
    return isWanted
  }

  private func execute(_ statement: WrittenStatement, of script: Script) throws(StepInterruption) {
    try executor.runStatements(
      in: statement.range, of: statement.item, in: script, after: statement.ordinal - 1, for: self)
  }

  /// Repeats a PRAGMA of an earlier run, if it sets something on the connection.
  private func runAgain(_ statement: WrittenStatement, of script: Script) throws(StepInterruption) {
    let before = executor.count
    let vacuumsLater = statements.dropFirst(position.done).contains { $0.isOutside && !$0.isPragma }
    executor.authorizer.repeated = ScriptPragma.repeated(beforeVacuum: vacuumsLater)
    defer {
      executor.authorizer.repeated = nil
      executor.count = before
    }
    try execute(statement, of: script)
  }

  /// Writes the state for the next run, in the transaction of the statement.
  ///
  /// The tables have no rowid, so that `last_insert_rowid()` belongs to the script's own statement.
  private func keep(_ next: StepPosition, of script: Script) throws(StepInterruption) {
    var next = next
    let isKept: Bool
    let connection = executor.connection
    do throws(SQLiteError) {
      isKept = try executor.asRunner { () throws(SQLiteError) in
        next.lastRowID = connection.lastInsertRowID
        guard try next.write(after: position, to: connection) else { return false }
        let new = skipped.map { StepNote.skipped($0) } + foreignKeys.notes.take() + schemaNotes()
        try log.add(new, to: connection)
        for (number, look) in foreignKeys.notes.takeLooks() {
          try log.keep(look, number: number, in: connection)
        }
        return true
      }
    } catch {
      throw .failure(.database(error, during: .checking(script: script.file.name)))
    }
    if !isKept { throw lost(script) }
    skipped = []
    written = next
  }

  /// The notes for law 18 that are not in the log yet.
  private func schemaNotes() -> [StepNote] {
    let parts: [(StepNote.SchemaNote, Set<SQLName>)] = [
      (.dropped, executor.droppedTables), (.renamed, executor.renamedTables),
      (.changed, executor.authorizer.changedObjects),
      (.endangered, executor.endangersViews ? [SQLName("")] : []), (.known, [SQLName("")]),
      (.broken, Set((executor.brokenBefore ?? [:]).keys)),
    ]
    // Names are only added, never removed.
    guard parts.reduce(0, { $0 + $1.1.count }) != log.schemaNoteCount else { return [] }
    let old = Set(log.notes)
    return parts.flatMap { note, names in names.sorted().map { .schema(note, $0) } }
      .filter { !old.contains($0) }
  }

  private func inTransaction(
    _ script: Script, _ body: () throws(StepInterruption) -> Void
  ) throws(StepInterruption) {
    let name = script.file.name
    let (connection, authorizer) = (executor.connection, executor.authorizer)
    do throws(SQLiteError) {
      try executor.asRunner { () throws(SQLiteError) in
        try connection.beginImmediate(busyTimeout: executor.busyTimeout)
      }
    } catch {
      throw .failure(.database(error, during: .starting(script: name)))
    }
    authorizer.transaction = connection
    do throws(StepInterruption) {
      try body()
      authorizer.transaction = nil
      do throws(SQLiteError) {
        if connection.hasMoved { throw .moved }
        try executor.asRunner { () throws(SQLiteError) in
          try connection.commit(busyTimeout: executor.busyTimeout)
        }
      } catch {
        throw StepInterruption.failure(.database(error, during: .committing([script.version])))
      }
    } catch {
      authorizer.transaction = nil
      executor.asRunner { connection.rollBack() }
      throw error
    }
  }
}
