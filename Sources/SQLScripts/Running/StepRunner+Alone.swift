import SQLScriptsDatabase
import SQLScriptsFiles

// Law 19: a script outside a transaction, statement by statement.
extension StepRunner {
  /// Runs what is left of a script, and keeps the position in the database.
  ///
  /// PRAGMA and VACUUM run outside a transaction. They can be repeated without harm, so a script of nothing
  /// else needs no position. After an interruption each PRAGMA before the position is run again, because it
  /// may have changed the connection only.
  func runAlone(_ script: Script) throws(StepStop) {
    let statements = Self.statements(of: script)
    let keepsPosition = statements.contains { !$0.isOutside }
    position = try position(of: script, statements)
    let done = position.done
    isContinued = done > 0
    count = done
    var hash = XXH64()
    for (index, statement) in statements.enumerated() {
      script.document.withBytes(of: statement.range) { hash.update($0) }
      let isDone = index < done
      if isDone, !statement.isPragma { continue }
      guard try isWanted(statement, before: index, statements, of: script) else { continue }
      let next = StepPosition(
        version: script.version, done: index + 1, checksum: hash.finish(),
        orphans: position.orphans)
      if isDone {
        let before = count
        try run(statement, of: script)
        count = before
      } else if !keepsPosition {
        try run(statement, of: script)
      } else if statement.isOutside {
        try run(statement, of: script)
        try inTransaction(script) { () throws(StepStop) in try keep(next, of: script) }
      } else {
        try inTransaction(script) { () throws(StepStop) in
          try keepOrphans(of: script)
          try run(statement, of: script)
          var next = next
          next.orphans = position.orphans
          try keep(next, of: script)
        }
      }
      if !isDone, keepsPosition { position = next.withOrphans(position.orphans) }
      if hasObserver, statement.isLastOfItem { onItem(statement.itemIndex + 1, script.items.count) }
    }
  }

  /// Law 17 for a script that was continued: what the statements before did to foreign keys, nobody has
  /// watched in this run. There must not be more rows without a parent than before the script.
  func proveContinued(_ script: Script) throws(StepStop) {
    guard isContinued, checksForeignKeys, let before = position.orphans,
      let now = StepPosition.orphans(in: connection), now > before
    else { return }
    let rows = (try? connection.rows("PRAGMA main.foreign_key_check")) ?? []
    let violations = rows.prefix(5).filter { $0.count == 4 }.map { row in
      ForeignKeyViolation(
        table: row[0].string ?? "", rowID: row[1].int64, parent: row[2].string ?? "",
        key: "foreign key \(row[3])")
    }
    throw .failure(
      .foreignKeys(
        script: script.file.name, version: script.version, violations,
        count: Int(clamping: now - before)))
  }

  /// One statement as it stands in the script.
  private struct Written {
    var item: ScriptItem
    var itemIndex: Int
    /// Its number in its item, from one.
    var ordinal: Int
    var range: Range<Int>
    var isPragma: Bool
    var isOutside: Bool
    var isLastOfItem = false
  }

  private static func statements(of script: Script) -> [Written] {
    var all: [Written] = []
    for (index, item) in script.items.enumerated() {
      var ordinal = 0
      script.eachStatement(of: item) { text, range in
        ordinal += 1
        let word = text.leadingWords(1).first
        all.append(
          Written(
            item: item, itemIndex: index, ordinal: ordinal, range: range,
            isPragma: word == "pragma", isOutside: word == "pragma" || word == "vacuum"))
        return true
      }
      if ordinal > 0 { all[all.count - 1].isLastOfItem = true }
    }
    return all
  }

  /// Where to go on, if the statements before are those that ran.
  private func position(
    of script: Script, _ statements: [Written]
  ) throws(StepStop) -> StepPosition {
    let name = script.file.name
    do throws(SQLiteError) {
      guard let kept = try StepPosition(of: script.version, in: connection) else {
        return StepPosition(startOf: script.version)
      }
      var hash = XXH64()
      for statement in statements.prefix(kept.done) {
        script.document.withBytes(of: statement.range) { hash.update($0) }
      }
      guard kept.done <= statements.count, hash.finish() == kept.checksum else {
        throw .misuse(
          "the first \(kept.done) statements of \(name) took effect in an earlier run, and they have"
            + " changed since. Restore them as they were; you can change the statements after them")
      }
      return kept
    } catch {
      throw .failure(.database(error, during: .starting(script: name)))
    }
  }

  /// Whether `onlyIf` lets the item run. It is not asked again where a part of the item has run.
  private func isWanted(
    _ statement: Written, before index: Int, _ statements: [Written], of script: Script
  ) throws(StepStop) -> Bool {
    guard let onlyIf = script.options(of: statement.item)?.onlyIf else { return true }
    if let wanted = wantedItem, wanted.index == statement.itemIndex { return wanted.isWanted }
    let first = index - statement.ordinal + 1
    let isWanted =
      position.done > first ? true : try isTrue(onlyIf, item: statement.item, of: script)
    wantedItem = (statement.itemIndex, isWanted)
    return isWanted
  }

  private func run(_ statement: Written, of script: Script) throws(StepStop) {
    try eachStatement(
      in: statement.range, of: script, item: statement.item,
      number: script.file.format == .sql ? statement.ordinal : Int(statement.item.number)
    ) { (compiled, text) throws(StatementStop) in
      try self.run(compiled, text: text)
    }
  }

  /// Notes how many rows have no parent, before the first statement that could make more.
  private func keepOrphans(of script: Script) throws(StepStop) {
    guard position.done == 0, position.orphans == nil, checksForeignKeys else { return }
    position.orphans = asRunner { StepPosition.orphans(in: connection) }
  }

  private func keep(_ position: StepPosition, of script: Script) throws(StepStop) {
    do throws(SQLiteError) {
      try asRunner { () throws(SQLiteError) in try position.write(to: connection) }
    } catch {
      throw .failure(.database(error, during: .checking(script: script.file.name)))
    }
  }

  private func inTransaction(
    _ script: Script, _ body: () throws(StepStop) -> Void
  ) throws(StepStop) {
    let name = script.file.name
    do throws(SQLiteError) {
      try asRunner { () throws(SQLiteError) in try connection.beginImmediate(waiting: waiting) }
    } catch {
      throw .failure(.database(error, during: .starting(script: name)))
    }
    authorizer.transaction = connection
    do throws(StepStop) {
      try body()
      authorizer.transaction = nil
      do throws(SQLiteError) {
        try asRunner { () throws(SQLiteError) in try connection.commit(waiting: waiting) }
      } catch {
        throw StepStop.failure(.database(error, during: .committing([script.version])))
      }
    } catch {
      authorizer.transaction = nil
      asRunner { connection.rollBack() }
      throw error
    }
  }
}

extension StepPosition {
  fileprivate init(version: Int64, done: Int, checksum: UInt64, orphans: Int64?) {
    self.init(startOf: version)
    self.done = done
    self.checksum = checksum
    self.orphans = orphans
  }

  fileprivate func withOrphans(_ orphans: Int64?) -> StepPosition {
    var position = self
    position.orphans = orphans
    return position
  }
}
