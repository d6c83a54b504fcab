import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// Runs the items, conditions and statements of a script, and checks laws 17, 18 and 30.
///
/// The migration, the rehearsal, the databases with sample rows and the replays all use it, so they accept the same
/// scripts.
///
///     begin → runItems → verify → prove → end
package final class ScriptExecutor {
  package let connection: Connection
  package let authorizer: ScriptAuthorizer
  let foreignKeys: ForeignKeyGuard
  let inserts: BoundInserts
  let busyTimeout: Milliseconds

  /// The views and triggers that a script left unusable, by its version. The script runs once more after a check of
  /// them (law 31), because they may have been unusable before.
  var suspects: [Int64: Set<SQLName>] = [:]

  /// The views and triggers that were unusable before the script; nil if nobody has checked.
  var brokenBefore: [SQLName: String]?

  /// Whether INSERTs of literals share a prepared statement. The delegate is neither asked about them nor told of each.
  var bindsInserts = false

  /// Whether the app may have attached databases or made TEMP objects.
  var sharesConnection = false

  /// Whether to check foreign keys (law 17) in scripts that do not turn that off.
  package var allowsForeignKeyChecks = true

  /// Whether a parameter is NULL, as in SQLite. Otherwise it is an error.
  package var acceptsParameters = false

  /// Asked before each statement, because SQLite can only be interrupted while one runs; before every sixteenth bound
  /// INSERT.
  @exclusivity(unchecked) var isCancelled: () -> Bool = { false }

  // The state of the running script.
  private(set) var isTransactional = true
  private(set) var checksForeignKeys = true
  @exclusivity(unchecked) package var count = 0
  package var notices: [String] = []
  @exclusivity(unchecked) var droppedTables: Set<SQLName> = []
  @exclusivity(unchecked) var renamedTables: Set<SQLName> = []
  /// Whether the views and triggers have to be checked (law 18).
  var endangersViews = false
  @exclusivity(unchecked) var copiedText = TerminatedText()

  /// - Parameter busyTimeout: how long a statement outside a transaction waits for a lock.
  package init(
    _ connection: Connection, authorizer: ScriptAuthorizer,
    busyTimeout: Milliseconds = Milliseconds(0)
  ) {
    self.connection = connection
    self.authorizer = authorizer
    self.busyTimeout = busyTimeout
    foreignKeys = ForeignKeyGuard(connection)
    inserts = BoundInserts(connection)
  }

  /// Begins a step with one script.
  package func beginStep(_ script: Script) {
    foreignKeys.beginStep(script.version, canRepeat: script.isTransactional)
    // Outside a transaction, others may have written since the previous script.
    if !script.isTransactional { foreignKeys.forgetRows() }
  }

  /// Whether the step has to run again from its start (law 31). It asks for that once.
  package var wantsRepetition: Bool { foreignKeys.wantsRepetition }

  /// The database is in the state from before the step again.
  package func didRollBackStep() { foreignKeys.didRollBackStep() }

  /// Begins a script. Its transaction, if it has one, must be open.
  ///
  /// - Parameter continuesOther: whether the caller restores the state of an earlier run, including foreign keys.
  package func begin(_ script: Script, continuesOther: Bool = false) throws(SQLiteError) {
    isTransactional = script.isTransactional
    checksForeignKeys = script.foreignKeys == .checked && allowsForeignKeyChecks
    count = 0
    notices = []
    droppedTables = []
    renamedTables = []
    endangersViews = false
    authorizer.begin(script)
    authorizer.others = sharesConnection ? try OtherSchemas(of: connection) : OtherSchemas()
    if continuesOther { return }
    if checksForeignKeys { try foreignKeys.beginPart() }
    // A script outside a transaction cannot run again after a check of the suspects.
    brokenBefore =
      isTransactional ? try brokenSuspects(of: script) : try SchemaHealth.broken(connection)
  }

  /// Tells the authorizer that statements now belong to the script.
  package func watch() {
    authorizer.mode = .script(isTransactional: isTransactional)
  }

  /// Runs all items of a script.
  package func runItems<Delegate: ScriptExecutorDelegate>(
    of script: Script, for delegate: Delegate
  ) throws(StepInterruption) {
    watch()
    let items = script.items
    // Indices, because an iterator would call the collection's methods through its protocol for each of a million items.
    var index = 0
    while index < items.count {
      if bindsInserts, isTransactional, inserts.expectsBatch {
        let count = try runBatch(of: items, at: index, in: script, for: delegate)
        if count > 0 {
          index += count
          continue
        }
      }
      let item = items[index]
      var condition: Bool?
      if let onlyIf = script.options(of: item)?.onlyIf {
        condition = try isTrue(onlyIf, item: item, of: script, for: delegate)
      }
      switch delegate.begin(item, condition: condition) {
      case .run: try runStatements(in: item.text, of: item, in: script, for: delegate)
      case .skip: break
      case .runAndRollBack: try runAndRollBack(item, in: script, for: delegate)
      }
      index += 1
      delegate.didRun(item, number: index)
    }
    inserts.forget()
  }

  /// Runs the statements of an item in a savepoint that is rolled back.
  private func runAndRollBack<Delegate: ScriptExecutorDelegate>(
    _ item: ScriptItem, in script: Script, for delegate: Delegate
  ) throws(StepInterruption) {
    let before = (count, notices, droppedTables, renamedTables, endangersViews, checksForeignKeys)
    checksForeignKeys = false
    defer {
      (count, notices, droppedTables, renamedTables, endangersViews, checksForeignKeys) = before
    }
    let isOpen = asRunner { (try? connection.execute("SAVEPOINT sqlscripts_item")) != nil }
    guard isOpen else { return }
    defer {
      asRunner {
        try? connection.execute("ROLLBACK TO sqlscripts_item")
        try? connection.execute("RELEASE sqlscripts_item")
      }
    }
    try runStatements(in: item.text, of: item, in: script, for: delegate)
  }

  /// Ends a script, whether it succeeded or not.
  package func end() {
    authorizer.mode = .runner
    foreignKeys.endPart()
    inserts.forget()
    copiedText = TerminatedText()
    // The setting must not last beyond the script, even if the script fails.
    for pragma in authorizer.scopedPragmas {
      try? connection.execute(
        "PRAGMA \(pragma) = \(ScriptPragma.scopedDefaults[pragma] ?? "OFF")")
    }
  }

  /// Forgets the schema, because a rollback has changed it.
  func forgetSchema() {
    foreignKeys.forget()
  }

  /// Runs statements of the runner, which the authorizer allows.
  package func asRunner<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let mode = authorizer.mode
    authorizer.mode = .runner
    defer { authorizer.mode = mode }
    return try body()
  }

  /// Adds a notice, once.
  func add(_ notice: ScriptNotice) {
    let text = "\(notice)"
    if !notices.contains(text) { notices.append(text) }
  }
}
