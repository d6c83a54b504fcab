import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Runs scripts on two copies of a database with real rows, so that rules see its rows instead of sample rows.
///
/// One copy is a script ahead of the other, so that the rows before a script and after it can be compared where they
/// are.
final class RealRehearsal {
  private let ahead: RehearsalDatabase
  private let behind: RehearsalDatabase
  private var snapshot: SchemaSnapshot
  private let spreadRebuilds: SpreadRebuilds
  private let cancellation: MigrationCancellation?

  /// Functions whose values differ between the copies.
  private static let unrepeatable: Set = ["random", "randomblob"]

  /// - Parameters:
  ///   - source: the database; it is only read.
  ///   - scripts: the scripts that will be rehearsed.
  ///   - standIns: what stands in for the functions of the app.
  ///   - cancellation: interrupts the statements.
  init(
    of source: Connection, scripts: [Script], _ standIns: StandIns, store: VersionStore,
    cancellation: MigrationCancellation? = nil
  ) throws(SQLiteError) {
    ahead = try RehearsalDatabase(copying: source, standIns, store: store)
    behind = try RehearsalDatabase(copying: source, standIns, store: store)
    ahead.executor.allowsForeignKeyChecks = true
    spreadRebuilds = SpreadRebuilds(of: scripts)
    self.cancellation = cancellation
    let reader = ahead.reader
    snapshot = try ahead.asRunner { () throws(SQLiteError) in
      try reader.snapshot(without: Rehearsal.hiddenTables)
    }
    for copy in [ahead, behind] { cancellation?.watch(copy.connection) }
  }

  deinit {
    for copy in [ahead, behind] { cancellation?.unwatch(copy.connection) }
  }

  /// Rehearses the next script up to the first statement that fails. After a failure, nothing can follow.
  ///
  /// - Parameter onStatement: called after each statement.
  /// - Throws: `SQLiteError` if the script needs more than a rehearsal has.
  func rehearse(
    _ script: Script, onStatement: (RehearsedStatement) -> Void
  ) throws(SQLiteError) -> RehearsedScript {
    let before = snapshot
    var statements = StatementList()
    var failed: RehearsedStatement?
    var problem: SQLiteError?
    ahead.executor.beginStep(script)
    ahead.begin(script)
    ahead.run(script) { outcome in
      let old = snapshot
      if outcome.changesSchema || outcome.endedTransaction {
        do throws(SQLiteError) {
          snapshot = try ahead.asRunner { () throws(SQLiteError) in
            try ahead.reader.snapshot(without: Rehearsal.hiddenTables)
          }
        } catch {
          problem = error
          return false
        }
      }
      let statement = RehearsedStatement(outcome, in: script, before: old, after: snapshot)
      onStatement(statement)
      statements.append(statement)
      guard !statement.succeeded else { return true }
      failed = statement
      return false
    }
    if let problem { throw problem }
    var rehearsed = RehearsedScript(
      script: script, statements: statements.kept, before: before, after: snapshot)
    rehearsed.real = RealEvidence()
    if let failed, let error = failed.error {
      guard isAboutRows(error, of: failed) else { throw error }
      note(error, of: failed, in: &rehearsed)
      ahead.end(script, commits: false)
      return rehearsed
    }
    ahead.end(script, commits: true)
    rehearsed.touchedTables = rehearsed.tablesOfStatements
    spreadRebuilds.note(in: &rehearsed)
    rehearsed.references = RehearsedScript.references(in: rehearsed.statements)
    rehearsed.lineages = TableLineages.of(rehearsed)
    rehearsed.changes = rehearsed.statements.map(\.changes)
    try look(at: &rehearsed)
    try proceed(rehearsed)
    return rehearsed
  }

  /// Compares the rows before and after a script.
  private func look(at script: inout RehearsedScript) throws(SQLiteError) {
    for table in script.touchedTables {
      var outcome =
        behind.rows(of: table, script.before, comparesPart: true) ?? SampleOutcome(before: 0)
      outcome.add(ahead.rows(of: table, script.after, comparesPart: true))
      script.rows[table] = outcome
    }
    noteFilledTables(in: &script)
    for trace in RowTrace.all(in: script) {
      let found = try ahead.asRunner { () throws(SQLiteError) in
        try behind.asRunner { () throws(SQLiteError) in
          try trace.compare(behind.connection, ahead.connection)
        }
      }
      script.real?.losses += found.losses
      if let missing = found.missing, missing.count > 0 {
        script.real?.missing[SQLName(trace.before.name)] = missing
      }
    }
    let disturbed = script.disturbedTables
    let orphans = (
      before: behind.orphans(script.before, script.touchedTables, disturbed),
      after: ahead.orphans(script.after, script.touchedTables, disturbed)
    )
    script.orphans = ForeignKeyOrphan.new(orphans.after, since: orphans.before)
    script.orphansWithoutSamples = script.orphans
    for orphan in script.orphans {
      let known = orphans.before[orphan, default: 0]
      let total = ahead.rows(of: SQLName(orphan.table), script.after, comparesPart: false)
      var rows = AffectedRows(
        count: orphans.after[orphan, default: 0] - known, total: total?.before ?? 0)
      if known == 0, let table = script.after[orphan.table] {
        rows.example = ahead.firstOrphan(in: table, of: orphan.parent)
      }
      script.real?.orphans[orphan] = rows
    }
  }

  /// Notes the statements that ran on tables that all had rows.
  private func noteFilledTables(in script: inout RehearsedScript) {
    let read = script.statements.map { $0.tablesWithRows(in: script.before) }
    var all = read.reduce(into: script.touchedTables) { $0.formUnion($1) }
    for table in script.before.tables(all, childrenOf: all) {
      all.insert(SQLName(table.name))
      all.formUnion(table.foreignKeys.map { SQLName($0.parent) })
    }
    let filled = all.filter { table in
      guard let table = script.before[table], table.kind == .table else { return false }
      let query = "SELECT EXISTS (SELECT 1 FROM main.\(table.name.quotedName))"
      return behind.asRunner { (try? behind.connection.value(query)) == .integer(1) }
    }
    var pass = RealPass(filledTables: filled)
    for (statement, tables) in zip(script.statements, read)
    where !tables.isEmpty && tables.isSubset(of: filled) {
      pass.statements.insert(statement.range.lowerBound)
    }
    script.realPass = pass
  }

  /// Runs a script on the copy that is behind.
  private func proceed(_ script: RehearsedScript) throws(SQLiteError) {
    let isRepeatable = !script.statements.contains { statement in
      let calls = statement.actions.filter { $0.kind == .function }
      if calls.contains(where: { Self.unrepeatable.contains($0.detail.asciiLowercased) }) {
        return true
      }
      let text = SQLText(statement.text)
      return text.readsClock(in: text.indices)
    }
    var isWhole = isRepeatable
    if isRepeatable {
      behind.executor.beginStep(script.script)
      behind.begin(script.script)
      behind.run(script.script) {
        isWhole = $0.error == nil
        return isWhole
      }
      behind.end(script.script, commits: isWhole)
    }
    if !isWhole {
      try behind.connection.copyAll(of: ahead.connection, busyTimeout: Milliseconds(0))
    }
  }

  /// Whether rows made a statement fail. Other statements cannot even be compiled.
  private func isAboutRows(_ error: SQLiteError, of statement: RehearsedStatement) -> Bool {
    guard statement.denial == nil else { return false }
    switch error.code.primary {
    case .constraint, .mismatch: return true
    case .error: return ahead.asRunner { (try? ahead.connection.prepare(statement.text)) != nil }
    default: return false
    }
  }

  /// Notes why a statement failed, while its transaction is open.
  private func note(
    _ error: SQLiteError, of statement: RehearsedStatement, in script: inout RehearsedScript
  ) {
    guard let index = script.statements.lastIndex(where: { $0.range == statement.range }) else {
      return
    }
    var failure = SampleFailure(.statement(index), error)
    if error.code == .triggerConstraint {
      failure.trigger = RaisingTrigger(message: error.message, in: snapshot)?.name
    }
    script.failsOnTypicalRows = failure
    script.real?.failing = ahead.asRunner {
      FailingRows(statement, error.said)?.rows(in: ahead.connection)
    }
  }
}

extension RehearsedStatement {
  /// The tables from before the script whose rows it reads or changes.
  fileprivate func tablesWithRows(in snapshot: SchemaSnapshot) -> Set<SQLName> {
    var tables = copiedTable.map { Set([$0]) } ?? []
    for action in actions {
      switch action.kind {
      case .read, .update, .delete, .alterTable: tables.insert(SQLName(action.name))
      case .createIndex: tables.insert(SQLName(action.detail))
      default: break
      }
    }
    return tables.filter { snapshot[$0]?.kind == .table }
  }
}

extension RehearsalDatabase {
  /// The key of a row that references a missing row.
  fileprivate func firstOrphan(in table: SchemaTable, of parent: String) -> String? {
    asRunner {
      guard
        let check = try? connection.prepare(
          "PRAGMA main.foreign_key_check(\(table.name.quotedName))")
      else { return nil }
      while (try? check.step()) == true {
        guard let found = check.value(2).string, SQLName(found) == SQLName(parent) else { continue }
        guard case .integer(let row) = check.value(1) else { return nil }
        return "\(table.rowIDAlias?.name ?? "rowid") = \(row)"
      }
      return nil
    }
  }
}
