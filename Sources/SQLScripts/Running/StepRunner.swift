import SQLScriptsDatabase
import SQLScriptsFiles

/// Runs the statements of one script and proves what laws 17 and 18 ask before the commit.
final class StepRunner {
  let connection: Connection
  let authorizer: ScriptAuthorizer
  let waiting: Milliseconds
  let foreignKeys: ForeignKeyGuard
  let inserts: BoundInserts
  private let onItem: (_ count: Int, _ of: Int) -> Void
  private let hasObserver: Bool

  /// Whether to look for broken views and triggers before a script runs: old ones are not its fault.
  var looksAtSchemaBefore = false
  var brokenBefore: [String: String]?

  /// Whether INSERTs of literals share a statement.
  var bindsInserts = true

  /// Asked before each statement: SQLite can be interrupted only while one runs.
  var isCancelled: () -> Bool = { false }

  // Of the script that runs.
  var isTransactional = true
  var checksForeignKeys = true
  @exclusivity(unchecked) var count = 0
  var notices: [String] = []
  var droppedTables: Set<String> = []
  var usedLegacyRename = false

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
      if authorizer.sawLegacyPragma { try? connection.execute("PRAGMA legacy_alter_table = OFF") }
    }
    do throws(SQLiteError) {
      if checksForeignKeys { try foreignKeys.beginPart() }
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
    inserts.forget()
    try verify(script)
    authorizer.mode = .runner
    try prove(script)
    return (count, notices)
  }

  private func begin(_ script: Script) {
    isTransactional = script.isTransactional
    checksForeignKeys = script.foreignKeys == .checked
    count = 0
    notices = []
    droppedTables = []
    usedLegacyRename = false
    authorizer.beginScript()
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
