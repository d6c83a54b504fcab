import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// Runs the statements of one script and proves what laws 17 and 18 ask before the commit.
final class StepRunner {
  let connection: Connection
  let authorizer: ScriptAuthorizer
  let waiting: Milliseconds
  let foreignKeys: ForeignKeyGuard
  let inserts: BoundInserts
  let onItem: (_ count: Int, _ of: Int) -> Void
  let hasObserver: Bool

  /// The views and triggers that a script left unusable, by its version: it runs once more after a look at
  /// them (law 31), for those that were unusable before are not its fault.
  var suspects: [Int64: Set<SQLName>] = [:]
  var brokenBefore: [SQLName: String]?

  /// Whether INSERTs of literals share a statement.
  var bindsInserts = true

  /// Whether the app may have attached databases or made TEMP objects.
  var sharesConnection = true

  /// Asked before each statement: SQLite can be interrupted only while one runs.
  var isCancelled: () -> Bool = { false }

  // Of the script that runs.
  var isTransactional = true
  var checksForeignKeys = true
  @exclusivity(unchecked) var count = 0
  var notices: [String] = []
  var droppedTables: Set<SQLName> = []
  /// Whether the views and triggers are to be proved (law 18).
  var endangersViews = false

  // Of a script outside a transaction (law 19).
  var statements: [WrittenStatement] = []
  /// How far it has come, over all runs.
  var position = StepPosition(startOf: 0)
  /// The same with the statement that is being committed.
  var written = StepPosition(startOf: 0)
  var log = StepLog(startOf: 0)
  var wantedItem: (index: Int, isWanted: Bool)?
  /// Statements that `onlyIf` has ruled out since the position was written.
  var skipped: [Int] = []
  /// Whether the database has no longer the position that was written.
  var hasLostPosition = false
  /// Whether the database is at the version that the script begins at.
  var isAtStart: () throws(SQLiteError) -> Bool = { () throws(SQLiteError) in true }

  var renamedTables: Set<SQLName> = []

  init(
    _ connection: Connection, authorizer: ScriptAuthorizer, waiting: Milliseconds,
    onItem: ((_ count: Int, _ of: Int) -> Void)?
  ) {
    self.connection = connection
    self.authorizer = authorizer
    self.waiting = waiting
    foreignKeys = ForeignKeyGuard(connection)
    inserts = BoundInserts(connection)
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
    defer {
      authorizer.mode = .runner
      inserts.forget()
      // A script may ask for it; it must not last beyond the script, nor beyond its failure.
      for pragma in authorizer.scopedPragmas {
        try? connection.execute(
          "PRAGMA \(pragma) = \(ScriptPragma.scopedDefaults[pragma] ?? "OFF")")
      }
    }
    do throws(SQLiteError) {
      authorizer.others = sharesConnection ? try OtherSchemas(of: connection) : OtherSchemas()
      if script.isTransactional {
        if checksForeignKeys { try foreignKeys.beginPart() }
        brokenBefore = try unusable(before: script)
      }
    } catch {
      throw .failure(.database(error, during: .checking(script: script.file.name)))
    }
    if !script.isTransactional { try takeUp(script) }
    authorizer.mode = .script(isTransactional: script.isTransactional)
    if script.isTransactional {
      for (index, item) in script.items.enumerated() {
        try run(item, of: script)
        if hasObserver { onItem(index + 1, script.items.count) }
      }
    } else {
      try runAlone(script)
    }
    inserts.forget()
    try verify(script)
    authorizer.mode = .runner
    try dropTemporaryObjects(of: script)
    try prove(script)
    return (count, notices)
  }

  private func begin(_ script: Script) {
    isTransactional = script.isTransactional
    checksForeignKeys = script.foreignKeys == .checked
    count = 0
    notices = []
    droppedTables = []
    endangersViews = false
    renamedTables = []
    statements = []
    position = StepPosition(startOf: script.version)
    log = StepLog(startOf: script.version)
    wantedItem = nil
    skipped = []
    hasLostPosition = false
    authorizer.begin(script)
  }

  /// Law 30: what a script makes in the TEMP schema ends with it. Where it fails, the rollback does that.
  private func dropTemporaryObjects(of script: Script) throws(StepStop) {
    guard authorizer.hasMadeTemporary else { return }
    do throws(SQLiteError) {
      try authorizer.others.dropNewTemporaryObjects(connection)
    } catch {
      throw .failure(.database(error, during: .checking(script: script.file.name)))
    }
  }

  /// Notes that a table was renamed, and dropped under its new name: the views and triggers that followed
  /// the rename are left without a table.
  func noteRename(_ text: StatementText, _ touches: Set<ScriptAuthorizer.Touch>) {
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

  /// Adds a notice, once.
  func add(_ notice: ScriptNotice) {
    let text = "\(notice)"
    if !notices.contains(text) { notices.append(text) }
  }

  /// Why one statement stopped, before it is known where it stands.
  enum StatementStop: Error {
    case failed(StatementFailure.Reason, SQLiteError)

    var parts: (StatementFailure.Reason, SQLiteError) {
      switch self {
      case .failed(let reason, let error): (reason, error)
      }
    }
  }

  /// Where a statement stands.
  struct Place {
    var script: Script
    /// The offset in the script's text where SQLite was given the statement.
    var offset: Int
    /// The text from there to the end of the item.
    var text: UnsafeBufferPointer<UInt8>
    var item: Int
  }
}
