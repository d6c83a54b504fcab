import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// Runs all scripts once, in order, on three scratch databases: one without rows, one with typical rows and one with
/// hostile rows.
///
/// Each version is created from the previous one, so the cost is linear in the number of scripts. Rows that are
/// inserted at one version go through all later updates, like a user's rows.
package final class Rehearsal {
  let fresh: RehearsalDatabase
  var typical: SampleDatabase
  var hostile: SampleDatabase
  var snapshot = SchemaSnapshot()
  var broken: [SQLName: String] = [:]
  /// The views and triggers in which a name in double quotes is a string, with the error that SQLite would report otherwise.
  var texts: [SQLName: String] = [:]
  var orphans: [ForeignKeyOrphan: Int] = [:]
  var (creationSites, formerNames) = (CreationSites(), FormerNames())
  var rowSearch = RowSearch()
  var failureCount = 0

  /// Whether a statement has created a view or a trigger. Without any, none can break.
  var hasViewsOrTriggers = false

  /// The last script as it runs where every `onlyIf` is true; nil if all were true.
  package private(set) var unconditional: UnconditionalScript?

  /// The statements of the script whose `onlyIf` was false, and their items.
  private var ruledOut: [RehearsedStatement] = []
  private var ruledOutItems: Set<UInt32> = []

  /// The tables whose rows the `onlyIf` of each item of the script reads.
  private var conditionReads: [UInt32: Set<SQLName>] = [:]

  /// The lowercase names of objects that statements with a false `onlyIf` would have created.
  var promised: Set<String> = []

  let spreadRebuilds: SpreadRebuilds

  package static let hiddenTables = Set(VersionStore.bookkeepingTables)

  /// The cost of schema changes, as the number of objects that SQLite read: each change reads the whole schema.
  var schemaWork = 0
  private static let muchSchemaWork = 8_000_000
  static let workOfChange = 250
  static let workOfAlter = 2000
  /// ALTER TABLE reads all objects again, and all columns of its table.
  static let workOfReading = 8

  private static let largeScript = 256 * 1024
  /// More errors are not useful, and each takes long.
  package static let manyFailures = 1000
  var failureLimit = Rehearsal.manyFailures

  /// Whether schema changes took so long that the databases with sample rows do not repeat them.
  var isWithoutRows: Bool { schemaWork > Self.muchSchemaWork }

  /// The first error that would stop the migration of a new database; nil if there is none.
  package var failure: MigrationFailure.Reason? { fresh.failure }

  /// - Parameters:
  ///   - scripts: all scripts that will be rehearsed, from which the sample rows learn.
  ///   - store: the version store of the migration (law 4).
  package init(
    of scripts: [Script] = [], _ standIns: StandIns = .none, store: VersionStore = .table
  ) throws(SQLiteError) {
    fresh = try RehearsalDatabase(standIns, store: store)
    fresh.executor.allowsForeignKeyChecks = true
    fresh.observesQueries = true
    fresh.useIfFalse = .runAndRollBack
    let hints = SampleHints(of: scripts)
    spreadRebuilds = SpreadRebuilds(of: scripts)
    typical = try SampleDatabase(.typical, standIns, hints: hints)
    hostile = try SampleDatabase(.hostile, standIns, hints: hints)
  }

  /// Continues from other databases.
  init(
    _ fresh: RehearsalDatabase, _ typical: SampleDatabase, _ hostile: SampleDatabase,
    _ spreadRebuilds: SpreadRebuilds
  ) {
    (self.fresh, self.typical, self.hostile) = (fresh, typical, hostile)
    self.spreadRebuilds = spreadRebuilds
  }

  package var isGivenUp: Bool { failureCount >= failureLimit }

  /// Rehearses the next script.
  ///
  /// - Parameter onStatement: called after each statement with its outcome.
  /// - Throws: `SQLiteError` if SQLite fails outside the script, for example without memory.
  package func rehearse(
    _ script: Script, onStatement: (RehearsedStatement) -> Void
  ) throws(SQLiteError) -> RehearsedScript {
    unconditional = nil
    let trial = try rehearseUnconditionally(script)
    let before = snapshot
    fresh.executor.beginStep(script)
    fresh.begin(script)
    var queryErrors: [Int: SQLiteError] = [:]
    func onQuery(_ query: RehearsedStatement) {
      queryErrors[query.range.lowerBound] = query.error ?? query.misuse
      onStatement(query)
    }
    fresh.require(script) { onQuery(explained($0, in: script)) }
    var statements = StatementList()
    try eachStatement(of: script, beside: trial) { statement in
      if statement.isQuery { return onQuery(statement) }
      onStatement(statement)
      // Those that were rolled back are part of the unconditional script.
      if !statement.isRuledOut { statements.append(statement) }
    }
    fresh.verify(script) { onQuery(explained($0, in: script)) }
    prove(script)
    fresh.end(script, commits: true)
    var rehearsed = try rehearsedScript(script, statements.kept, before: before)
    (rehearsed.omitted, rehearsed.ruledOut) = (statements.omitted, ruledOut)
    rehearsed.queryErrors = queryErrors
    if isWithoutRows { return rehearsed }
    if var trial, !ruledOutItems.isEmpty {
      trial.ruleOut(ruledOutItems, reading: conditionReads)
      trial.typicalFailures = typical.tryOut(&trial.script)
      trial.hostileFailures = hostile.tryOut(&trial.script)
      unconditional = trial
    }
    fill(&rehearsed)
    return rehearsed
  }

  /// Rehearses a script as if every `onlyIf` were true, and rolls it back; nil if it has none.
  private func rehearseUnconditionally(
    _ script: Script
  ) throws(SQLiteError) -> UnconditionalScript? {
    guard !isWithoutRows, script.options.contains(where: { $0.onlyIf != nil }) else { return nil }
    var script = script
    script.isTransactional = true
    let former = (snapshot, broken, texts, orphans, fresh.expansion)
    fresh.beginTrial()
    fresh.begin(script)
    defer {
      fresh.end(script, commits: false)
      fresh.endTrial()
      forget(to: former.0)
      (_, broken, texts, orphans, fresh.expansion) = former
    }
    var trial = UnconditionalScript(script, before: snapshot)
    var isEndless = false
    try follow(script) { outcome, before in
      isEndless = outcome.error?.code.isOfLimit ?? false
      trial.append(RehearsedStatement(outcome, in: script, before: before, after: snapshot))
      return !isEndless
    }
    if isEndless { return nil }
    trial.script = try rehearsedScript(script, trial.statements.kept, before: former.0)
    return trial
  }

  /// The script with its effects on the database without rows.
  private func rehearsedScript(
    _ script: Script, _ statements: [RehearsedStatement], before: SchemaSnapshot
  ) throws(SQLiteError) -> RehearsedScript {
    var rehearsed = RehearsedScript(
      script: script, statements: statements, before: before, after: snapshot)
    rehearsed.areQueriesValid = failure.map { $0.isFoundRows(of: script) } ?? true
    // The runner checks them, too.
    if !isWithoutRows, statements.contains(where: \.changesSchema) {
      let brokenBefore = broken
      let changed = Set(statements.flatMap(\.changedObjects))
      let now = try fresh.asRunner { () throws(SQLiteError) in
        // It reads the whole schema.
        try SchemaHealth.naming(hasViewsOrTriggers ? changed : [], fresh.connection)
      }
      broken = broken.filter {
        !now.seen.contains($0.key) && !changed.contains($0.key)
      }
      broken.merge(now.broken) { $1 }
      let lost = try lostNames(among: now.seen, rehearsed)
      rehearsed.lostNames = Set(lost.keys)
      broken.merge(lost) { first, _ in first }
      rehearsed.broken = broken.filter { brokenBefore[$0.key] == nil }
      if !rehearsed.broken.isEmpty { rehearsed.formerNames = formerNames }
    }
    rehearsed.touchedTables = rehearsed.tablesOfStatements
    spreadRebuilds.note(in: &rehearsed)
    rehearsed.references = RehearsedScript.references(in: statements)
    rehearsed.lineages = TableLineages.of(rehearsed)
    noteOrphans(&rehearsed)
    return rehearsed
  }

  /// The views and triggers in which SQLite now reads a former column name as a string, so that their conditions are
  /// always or never true.
  private func lostNames(
    among names: Set<SQLName>, _ script: RehearsedScript
  ) throws(SQLiteError) -> [SQLName: String] {
    let now = try fresh.asRunner { () throws(SQLiteError) in
      try SchemaHealth.doubleQuotedTexts(among: names, fresh.connection)
    }
    defer {
      for name in names { texts[name] = now[name] }
    }
    // Double quotes in a new view are intended, or another rule reports them.
    return now.filter { name, message in
      texts[name] != message && script.before.definition(of: name) != nil
        && !(script.creation(of: name) != nil
          && script.before.definition(of: name) != script.after.definition(of: name))
    }
  }

  /// Runs the script on both databases with rows in parallel, because SQLite takes most of the time. Without threads,
  /// it runs them one after another.
  private func fill(_ rehearsed: inout RehearsedScript) {
    var outcomes = [rehearsed, rehearsed]
    outcomes.withUnsafeMutableBufferPointer { outcomes in
      // Each thread has its own database and result.
      nonisolated(unsafe) let (outcomes, this) = (outcomes, self)
      // SQLite needs 70 times the size of an INSERT with many rows to compile it.
      let isLarge = outcomes[0].script.document.source.count > Self.largeScript
      let other = isLarge ? nil : try? WorkerThread { this.hostile.run(&outcomes[1]) }
      this.typical.run(&outcomes[0])
      if let other { other.join() } else { this.hostile.run(&outcomes[1]) }
    }
    rehearsed = outcomes[0]
    rehearsed.failsOnHostileRows = outcomes[1].failsOnHostileRows
    rehearsed.hostileRows = outcomes[1].hostileRows
    rehearsed.requiresOtherRows = outcomes.contains(where: \.requiresOtherRows)
    let known = outcomes[0].dependsOnRows + [rehearsed.failsOnTypicalRows].compactMap { $0 }
    let places = Set(known.map(\.place))
    rehearsed.dependsOnRows += outcomes[1].dependsOnRows.filter { !places.contains($0.place) }
  }

  /// Finds foreign key violations among the rows that the script itself inserts.
  private func noteOrphans(_ rehearsed: inout RehearsedScript) {
    let touched = rehearsed.touchedTables
    guard !touched.isEmpty else { return }
    let now = fresh.orphans(rehearsed.after, touched, rehearsed.disturbedTables)
    rehearsed.orphansWithoutSamples = ForeignKeyOrphan.new(now, since: orphans)
    orphans.merge(now) { max($0, $1) }
  }

  private func eachStatement(
    of script: Script, beside trial: UnconditionalScript?, _ body: (RehearsedStatement) -> Void
  ) throws(SQLiteError) {
    (ruledOut, ruledOutItems, conditionReads) = ([], [], [:])
    var group: (item: UInt32, before: SchemaSnapshot)?
    defer {
      if let group { forget(to: group.before) }
    }
    try follow(script) { outcome, before in
      var statement = RehearsedStatement(outcome, in: script, before: before, after: snapshot)
      if statement.isQuery {
        conditionReads[outcome.item.number] = statement.readTables
      } else if statement.isRuledOut {
        statement.conditionReads = conditionReads[outcome.item.number] ?? []
        ruledOut.append(statement)
        ruledOutItems.insert(outcome.item.number)
        defer { promised.formUnion(statement.promisedNames.map { $0.asciiLowercased }) }
        guard statement.isFault(besides: []) else { return true }
        // Where its condition is true, others probably are, too.
        if !statement.succeeded, let other = trial?[statement] { statement = other }
        guard statement.isFault(besides: promised) else { return true }
      } else {
        statement.conditionReads = conditionReads[outcome.item.number] ?? []
        creationSites.note(statement)
        formerNames.note(statement)
        rowSearch.search(&statement, in: fresh)
      }
      if !statement.succeeded { explain(&statement) }
      body(statement)
      return !isGivenUp
    } onStart: { outcome in
      if let open = group, open.item != outcome.item.number || !outcome.isRuledOut {
        forget(to: open.before)
        group = nil
      }
      if outcome.isRuledOut, group == nil { group = (outcome.item.number, snapshot) }
    }
  }

  /// Runs the statements of a script, and keeps the snapshot up to date.
  ///
  /// - Parameter body: receives each outcome and the schema before it, after `onStart`; false stops the script.
  private func follow(
    _ script: Script, _ body: (RehearsedOutcome, SchemaSnapshot) -> Bool,
    onStart: (RehearsedOutcome) -> Void = { _ in }
  ) throws(SQLiteError) {
    var problem: SQLiteError?
    fresh.run(script) { outcome in
      onStart(outcome)
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
      return body(outcome, before)
    }
    if let problem { throw problem }
  }

  /// Statements that `onlyIf` rules out are rolled back.
  private func forget(to before: SchemaSnapshot) {
    guard snapshot != before else { return }
    schemaWork += before.objectCount
    snapshot = before
    fresh.reader.forget()
    // The reader detects changes by comparing with its last read.
    _ = fresh.asRunner { try? fresh.reader.snapshot(without: Self.hiddenTables) }
  }

  /// Runs the checks of a migration before its commit.
  private func prove(_ script: Script) {
    guard failure == nil else { return }
    if fresh.prove(script) { return }
    // Law 31: runs it again, now that the tables to check beforehand are known.
    fresh.end(script, commits: false)
    fresh.executor.didRollBackStep()
    fresh.begin(script)
    fresh.run(script) { _ in true }
    fresh.verify(script) { _ in }
    _ = fresh.prove(script)
  }

  private func explained(_ outcome: RehearsedOutcome, in script: Script) -> RehearsedStatement {
    var query = RehearsedStatement(outcome, in: script, before: snapshot, after: snapshot)
    if !query.succeeded { explain(&query) }
    return query
  }

  /// Finds out why a statement failed.
  private func explain(_ statement: inout RehearsedStatement) {
    failureCount += 1
    statement.syntaxErrorCause = SyntaxErrorCause(of: statement)
    statement.firstCreation = creationSites.site(of: statement)
    statement.formerNames = formerNames
  }
}

extension MigrationFailure.Reason {
  /// Whether `verify` found rows of the scripts themselves, after which all queries of the script ran.
  fileprivate func isFoundRows(of script: Script) -> Bool {
    guard case .statement(let failure) = self, case .verification = failure.reason else {
      return false
    }
    return failure.part == .verify && failure.version == script.version
  }
}
