import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Runs all scripts once, in order, on three scratch databases side by side: one without rows, one with
/// typical rows, one with rows that are hostile.
///
/// Each version is made from the one before, so the cost is linear in the number of scripts, and the rows
/// that were put in at one version go through all updates after it, as a user's rows do.
package final class Rehearsal {
  private let fresh: RehearsalDatabase
  private var typical: SampleDatabase
  private var hostile: SampleDatabase
  private var snapshot = SchemaSnapshot()
  private var broken: [SQLName: String] = [:]
  /// The views and triggers in which a name in double quotes is a text, with what SQLite would say otherwise.
  private var texts: [SQLName: String] = [:]
  private var orphans: [ForeignKeyOrphan: Int] = [:]
  private var origins = Origins()
  private var failureCount = 0

  /// The statements of the script whose `onlyIf` was false.
  private var ruledOut: [RehearsedStatement] = []

  /// The names, in lower case, of what statements would have made whose `onlyIf` was false.
  private var promised: Set<String> = []

  /// The tables that the runner keeps for itself.
  package static let hiddenTables = Set(VersionStore.bookkeepingTables)

  /// What the changes of the schema have cost SQLite, which goes through the whole schema for each: in objects that
  /// it goes through.
  private var schemaWork = 0

  private static let muchSchemaWork = 8_000_000
  private static let workOfChange = 250
  private static let workOfAlter = 2000
  /// ALTER TABLE reads all objects again, and all columns of its table.
  private static let workOfReading = 8

  private static let manyStatements = 1000
  private static let largeScript = 256 * 1024
  /// Nobody reads more errors than these, and each takes many times as long as a statement that succeeds.
  package static let manyFailures = 1000

  /// Whether changes of the schema have taken so long that they are not repeated in the databases with sample rows.
  var isWithoutRows: Bool { schemaWork > Self.muchSchemaWork }

  /// What would have stopped a migration of a new database first; nil if nothing has.
  package var failure: MigrationFailure.Reason? { fresh.failure }

  /// - Parameter store: where a migration keeps the version (law 4).
  package init(store: VersionStore = .table) throws(SQLiteError) {
    fresh = try RehearsalDatabase(store: store)
    fresh.executor.provesForeignKeys = true
    fresh.judgesWhatIsRuledOut = true
    typical = try SampleDatabase(.typical)
    hostile = try SampleDatabase(.hostile)
  }

  /// The statements of the last script whose `onlyIf` was false, each as a script by itself, for rules that ask
  /// scripts. Without those that others may complete: what happens to a table in several of them is not known.
  package func ruledOutScripts(beside rehearsed: RehearsedScript) -> [RehearsedScript] {
    ruledOut.enumerated().compactMap { index, statement in
      let table = statement.writtenTable ?? statement.emptiedTable ?? statement.droppedTable
      guard statement.succeeded, let table, rehearsed.before[table] != nil else { return nil }
      let others = ruledOut[..<index] + ruledOut[(index + 1)...] + rehearsed.statements
      guard others.allSatisfy({ $0.token(named: table.text) == nil }) else { return nil }
      var script = RehearsedScript(
        script: statement.script, statements: [statement], before: statement.before,
        after: statement.after)
      script.touchedTables = script.tablesOfStatements
      script.fates = TableFates.of(script)
      return script
    }
  }

  /// Whether so many statements have failed that the rest is not rehearsed.
  package var isGivenUp: Bool { failureCount >= Self.manyFailures }

  /// Rehearses the next script.
  ///
  /// - Parameter onStatement: called after each statement, with what it did.
  /// - Throws: `SQLiteError` if SQLite fails outside the script: there is no memory.
  package func rehearse(
    _ script: Script, onStatement: (RehearsedStatement) -> Void
  ) throws(SQLiteError) -> RehearsedScript {
    let before = snapshot
    fresh.executor.beginStep(script)
    fresh.begin(script)
    var statements: [RehearsedStatement] = []
    var insertCount = 0
    try eachStatement(of: script) { statement in
      onStatement(statement)
      // It has not changed anything that rules about scripts look at.
      if statement.isRuledOut { return }
      // A bulk script has a million of them, and rules about scripts look at the others.
      let isPlain = statement.word(0) == "INSERT" && statement.outerIndex(of: "SELECT") == nil
      if isPlain { insertCount += 1 }
      if !isPlain || insertCount <= Self.manyStatements { statements.append(statement) }
    }
    prove(script)
    fresh.end(script, commits: true)
    var rehearsed = RehearsedScript(
      script: script, statements: statements, before: before, after: snapshot)
    // The runner looks at them, too.
    if !isWithoutRows, statements.contains(where: \.changesSchema) {
      let brokenBefore = broken
      let changed = Set(statements.flatMap(\.changedObjects))
      let now = try fresh.asRunner { () throws(SQLiteError) in
        try SchemaHealth.naming(changed, fresh.connection)
      }
      broken = broken.filter {
        !now.seen.contains($0.key) && !changed.contains($0.key)
      }
      broken.merge(now.broken) { $1 }
      let lost = try lostNames(among: now.seen, rehearsed)
      rehearsed.lostNames = Set(lost.keys)
      broken.merge(lost) { first, _ in first }
      rehearsed.broken = broken.filter { brokenBefore[$0.key] == nil }
    }
    rehearsed.touchedTables = rehearsed.tablesOfStatements
    rehearsed.references = RehearsedScript.references(in: statements)
    rehearsed.fates = TableFates.of(rehearsed)
    noteOrphans(&rehearsed)
    if isWithoutRows { return rehearsed }
    fill(&rehearsed)
    return rehearsed
  }

  /// The views and triggers in which SQLite now takes for a text what was the name of a column before the script:
  /// their conditions are always true, or never.
  private func lostNames(
    among names: Set<SQLName>, _ script: RehearsedScript
  ) throws(SQLiteError) -> [SQLName: String] {
    let now = try fresh.asRunner { () throws(SQLiteError) in
      try SchemaHealth.doubleQuotedTexts(among: names, fresh.connection)
    }
    defer {
      for name in names { texts[name] = now[name] }
    }
    // What a new view has in double quotes was meant so, or is a finding of its own.
    return now.filter { name, message in
      texts[name] != message && script.before.definition(of: name) != nil
        && !(script.creation(of: name) != nil
          && script.before.definition(of: name) != script.after.definition(of: name))
    }
  }

  /// Runs the script on the databases with rows, both at once: most of the time is SQLite's. Where there is no thread
  /// for that, one after the other.
  private func fill(_ rehearsed: inout RehearsedScript) {
    var outcomes = [rehearsed, rehearsed]
    outcomes.withUnsafeMutableBufferPointer { outcomes in
      // Each thread has a database and a place of its own.
      nonisolated(unsafe) let (outcomes, this) = (outcomes, self)
      // SQLite takes 70 times the size of an INSERT of many rows to compile it.
      let isLarge = outcomes[0].script.document.source.count > Self.largeScript
      let other = isLarge ? nil : try? WorkerThread { this.hostile.run(&outcomes[1]) }
      this.typical.run(&outcomes[0])
      if let other { other.join() } else { this.hostile.run(&outcomes[1]) }
    }
    rehearsed = outcomes[0]
    rehearsed.failsOnHostileRows = outcomes[1].failsOnHostileRows
    rehearsed.hostileRows = outcomes[1].hostileRows
  }

  /// Finds the rows without a parent that the script's own rows are.
  private func noteOrphans(_ rehearsed: inout RehearsedScript) {
    let touched = rehearsed.touchedTables
    guard !touched.isEmpty else { return }
    let now = fresh.orphans(rehearsed.after, touched, rehearsed.disturbedTables)
    rehearsed.orphansWithoutSamples = ForeignKeyOrphan.new(now, since: orphans)
    orphans.merge(now) { max($0, $1) }
  }

  private func eachStatement(
    of script: Script, _ body: (RehearsedStatement) -> Void
  ) throws(SQLiteError) {
    var problem: SQLiteError?
    ruledOut = []
    var group: (item: UInt32, before: SchemaSnapshot)?
    fresh.run(script) { outcome in
      if let open = group, open.item != outcome.item.number || !outcome.isRuledOut {
        forget(to: open.before)
        group = nil
      }
      if outcome.isRuledOut, group == nil { group = (outcome.item.number, snapshot) }
      let before = snapshot
      do throws(SQLiteError) {
        if outcome.endedTransaction {
          snapshot = try fresh.asRunner { () throws(SQLiteError) in
            try fresh.reader.snapshot(without: Self.hiddenTables)
          }
        }
        if outcome.changesSchema { try refresh(after: outcome, of: script) }
      } catch {
        problem = error
        return false
      }
      var statement = RehearsedStatement(outcome, in: script, before: before, after: snapshot)
      if statement.isRuledOut {
        ruledOut.append(statement)
        defer { promised.formUnion(statement.promisedNames.map { $0.asciiLowercased }) }
        guard statement.isFault(besides: promised) else { return true }
      } else if outcome.changesSchema {
        origins.note(statement)
      }
      if !statement.succeeded { explain(&statement) }
      body(statement)
      return !isGivenUp
    }
    if let group { forget(to: group.before) }
    if let problem { throw problem }
  }

  /// The database is again as it was before statements that were ruled out.
  private func forget(to before: SchemaSnapshot) {
    guard snapshot != before else { return }
    snapshot = before
    fresh.reader.forget()
    // The reader knows changes by what it has read before.
    _ = fresh.asRunner { try? fresh.reader.snapshot(without: Self.hiddenTables) }
  }

  /// Proves what a migration proves before it commits a script, unless something would have stopped it before.
  private func prove(_ script: Script) {
    guard failure == nil else { return }
    if fresh.prove(script) { return }
    // Law 31: once more, now that it is known what to look at beforehand.
    fresh.end(script, commits: false)
    fresh.executor.didRollBackStep()
    fresh.begin(script)
    fresh.run(script) { _ in true }
    _ = fresh.prove(script)
  }

  /// Finds out why a statement failed.
  private func explain(_ statement: inout RehearsedStatement) {
    failureCount += 1
    statement.refusal = Refusal(of: statement)
    statement.madeBefore = origins.origin(of: statement)
  }

  /// Reads again the tables that a statement changed. A new name changes what others refer to.
  private func refresh(
    after outcome: RehearsedOutcome, of script: Script
  ) throws(SQLiteError) {
    let actions = outcome.actions
    schemaWork += Self.workOfChange + snapshot.objectCount
    var names: Set<SQLName> = []
    var isAlter = false
    for action in actions {
      switch action.kind {
      case .createTable, .dropTable, .createView, .dropView: names.insert(SQLName(action.name))
      case .createIndex, .dropIndex, .createTrigger, .dropTrigger:
        names.insert(SQLName(action.detail))
      case .alterTable:
        names.insert(SQLName(action.name))
        isAlter = true
      default: break
      }
    }
    try fresh.asRunner { () throws(SQLiteError) in
      if try refreshPart(after: actions) { return }
      // VACUUM names nothing, and numbers the rows of the schema anew.
      guard !names.isEmpty else {
        snapshot = try fresh.reader.snapshot(without: Self.hiddenTables)
        return
      }
      if isAlter {
        schemaWork += Self.workOfAlter + snapshot.objectCount * Self.workOfReading
        if Self.mentions("add", in: outcome.place, of: script), names.count == 1,
          let name = names.first, var table = snapshot[name],
          try fresh.reader.addColumn(to: &table)
        {
          schemaWork += table.columns.count * Self.workOfReading
          snapshot.set(table, named: name)
          names = []
        }
        if Self.mentions("rename", in: outcome.place, of: script) {
          names.formUnion(try fresh.reader.changedTables())
        }
        // The columns of a view follow its tables, while its text stays.
        names.formUnion(snapshot.viewsOfAllColumns)
      }
      let hidden = Set(Self.hiddenTables.map { SQLName($0) })
      for name in names.subtracting(hidden) {
        var table = try fresh.reader.table(name)
        if let old = snapshot[name] { table?.share(with: old) }
        snapshot.set(table, named: name)
      }
    }
  }

  /// Takes up what a statement did that only made or dropped an index or a trigger; whether it was one.
  private func refreshPart(after actions: [RehearsedAction]) throws(SQLiteError) -> Bool {
    let changes = actions.filter { $0.part != nil || $0.changesTable }
    guard changes.count == 1, let change = changes.first, let part = change.part else {
      return false
    }
    let name = SQLName(change.detail)
    // There is none in the snapshot if it is one of the runner's.
    guard var table = snapshot[name] else { return false }
    if change.kind == .createIndex || change.kind == .createTrigger {
      guard try fresh.reader.add(part, to: &table) else { return false }
    } else {
      try fresh.reader.remove(part, from: &table)
    }
    snapshot.set(table, named: name)
    return true
  }

  static func firstStatement(in range: Range<Int>, of script: Script) -> Range<Int> {
    script.document.withBytes(of: range) { bytes in
      let first = StatementText(bytes).firstStatement
      return (range.lowerBound + first.lowerBound)..<(range.lowerBound + first.upperBound)
    }
  }

  private static func mentions(
    _ word: StaticString, in range: Range<Int>, of script: Script
  ) -> Bool {
    script.document.withBytes(of: range) { StatementText($0).mentions(word) }
  }
}

extension RehearsedAction {
  /// The index or trigger that it makes or drops.
  fileprivate var part: SchemaPart? {
    switch kind {
    case .createIndex, .dropIndex: .index(name)
    case .createTrigger, .dropTrigger: .trigger(name)
    default: nil
    }
  }

  /// Whether it makes, drops or alters a table or view as a whole.
  fileprivate var changesTable: Bool {
    switch kind {
    case .createTable, .dropTable, .createView, .dropView, .alterTable: true
    default: false
    }
  }
}
