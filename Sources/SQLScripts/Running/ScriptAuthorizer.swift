import SQLScriptsDatabase

/// Watches what a script does while SQLite compiles it: denies what law 15 denies, and notes which
/// tables are touched, for laws 17 and 18.
///
/// It is called for each action of each statement of a bulk script, so it makes no Swift string of a
/// table name that it has just seen, and Swift need not see at each access that nobody else has one: all
/// is done on the thread of the migration.
package final class ScriptAuthorizer: Authorizer {
  package enum Mode: Equatable, Sendable {
    /// Statements of the runner itself: all is allowed.
    case runner
    case script(isTransactional: Bool)
    /// The app's own statements inside the transaction of a new database, which is not theirs to end.
    case hook
  }

  /// One way in which a statement touches a table.
  package enum Touch: Hashable {
    case insert(String)
    case update(String, column: String)
    case delete(String)
    case create(String)
    case drop(String)
    case alter(String)
  }

  /// A column that a statement reads.
  struct Column: Hashable {
    var table: String
    var name: String
  }

  package var mode = Mode.runner

  /// Whether to note what a statement reads. Only a script that leaves orphans is worth it (law 17).
  var notesReads = false

  /// The columns that the statement reads.
  @exclusivity(unchecked) private(set) var reads: Set<Column> = []

  /// Whether a statement is running, not only being compiled. VACUUM attaches its scratch file then,
  /// and begins a transaction.
  @exclusivity(unchecked) package var isStepping = false

  /// What was touched since the runner last took it.
  @exclusivity(unchecked) private(set) var touches: Set<Touch> = []

  /// Why the last statement was denied.
  @exclusivity(unchecked) package private(set) var denial: ScriptDenial?

  /// The PRAGMA that the last statement was, if it was skipped.
  @exclusivity(unchecked) private(set) var skipped: String?

  /// Whether the script says `PRAGMA foreign_keys = OFF`. Enforcement is off in any case; what the script
  /// says is that its author knows of rows without a parent (law 17).
  private(set) var saysForeignKeysOff = false

  /// Whether the script has set `legacy_alter_table` itself.
  private(set) var sawLegacyPragma = false

  /// The connection whose transaction the statements must run in; nil where there is none to be in.
  ///
  /// SQLite compiles a statement anew when the schema has changed. If memory runs out just then, it takes
  /// back the whole transaction, compiles the statement all the same, and would run and commit it by itself
  /// (law 12).
  var transaction: Connection? {
    didSet { hasLostTransaction = false }
  }

  private var hasLostTransaction = false

  private let store: VersionStore
  private var lastKind = AuthorizerAction.Kind.other
  private var lastTable = SeenName()
  private var lastColumn = SeenName()

  package init(store: VersionStore) {
    self.store = store
  }

  /// Runs the app's own statements, and keeps the transaction from them.
  func asHook(_ body: () throws -> Void) rethrows {
    mode = .hook
    defer { mode = .runner }
    try body()
  }

  /// Forgets the script before.
  func beginScript() {
    beginStatement()
    _ = takeTouches()
    sawLegacyPragma = false
    saysForeignKeysOff = false
  }

  /// Forgets the statement before.
  package func beginStatement() {
    denial = nil
    skipped = nil
    if !reads.isEmpty { reads.removeAll() }
  }

  /// What was touched since the last call.
  package func takeTouches() -> Set<Touch> {
    if touches.isEmpty { return touches }
    defer { touches.removeAll(keepingCapacity: true) }
    lastKind = .other
    return touches
  }

  package func authorize(_ action: AuthorizerAction) -> AuthorizerVerdict {
    if let transaction, transaction.isInAutocommit {
      hasLostTransaction = true
      return .deny
    }
    let isTransactional: Bool
    switch mode {
    case .runner: return .allow
    case .hook:
      return action.kind == .transaction || action.kind == .savepoint ? .deny : .allow
    case .script(let value): isTransactional = value
    }
    switch action.kind {
    case .insert, .update, .delete:
      note(action)
      return .allow
    case .read:
      if notesReads, !action.isTemporary {
        let column = Self.string(action.detail).asciiLowercased
        reads.insert(Column(table: Self.string(action.name).asciiLowercased, name: column))
      }
      return .allow
    case .createTable, .dropTable, .alterTable:
      noteSchema(action)
      return .allow
    case .transaction:
      let word = Self.string(action.name)
      // VACUUM begins its own transaction while it runs, and no statement can do so otherwise.
      let isVacuum = isStepping && !isTransactional && word == "BEGIN"
      return isVacuum ? .allow : deny(.transactionControl(word))
    case .savepoint:
      // SQLite reports the words for savepoints as BEGIN, RELEASE and ROLLBACK.
      let word = Self.string(action.name)
      return deny(.transactionControl(word == "BEGIN" ? "SAVEPOINT" : word))
    case .attach:
      // VACUUM attaches "" while it runs; nothing else may attach anything.
      let isVacuum = isStepping && !isTransactional && action.name.map { $0.pointee == 0 } == true
      return isVacuum ? .allow : deny(.attach)
    case .detach: return deny(.detach)
    case .function:
      return Self.string(action.detail).asciiLowercased == "load_extension"
        ? deny(.loadExtension) : .allow
    case .pragma: return pragma(action, isTransactional: isTransactional)
    default: return .allow
    }
  }

  /// What was behind an error: SQLite only says that the statement was not authorized.
  func cause(of error: SQLiteError) -> SQLiteError {
    guard hasLostTransaction, error.code.primary == .notAuthorized else { return error }
    return .outOfMemory
  }

  private func pragma(
    _ action: AuthorizerAction, isTransactional: Bool
  ) -> AuthorizerVerdict {
    let name = Self.string(action.name)
    let verdict = ScriptPragma.verdict(
      name, value: action.detail.map { String(cString: $0) }, isTransactional: isTransactional,
      store: store)
    switch verdict {
    case .run:
      if name.asciiLowercased == "legacy_alter_table", action.detail != nil {
        sawLegacyPragma = true
      }
      return .allow
    case .skip:
      skipped = name.asciiLowercased
      let value = Self.string(action.detail).asciiLowercased
      if skipped == "foreign_keys", ["off", "0", "false", "no"].contains(value) {
        saysForeignKeysOff = true
      }
      return .ignore
    case .deny(let reason): return deny(reason)
    }
  }

  private func deny(_ reason: ScriptDenial) -> AuthorizerVerdict {
    denial = denial ?? reason
    return .deny
  }

  private func note(_ action: AuthorizerAction) {
    guard let table = action.name, !action.isTemporary else { return }
    let column = action.kind == .update ? action.detail : nil
    if action.kind == lastKind, lastTable.isEqual(to: table),
      column.map({ lastColumn.isEqual(to: $0) }) ?? true
    {
      return
    }
    lastKind = action.kind
    lastTable.see(table)
    if let column { lastColumn.see(column) }
    let name = String(cString: table).asciiLowercased
    // Every change of the schema writes the schema table too.
    if name.hasPrefix("sqlite_") { return }
    switch action.kind {
    case .insert: touches.insert(.insert(name))
    case .delete: touches.insert(.delete(name))
    default: touches.insert(.update(name, column: Self.string(column).asciiLowercased))
    }
  }

  private func noteSchema(_ action: AuthorizerAction) {
    guard !action.isTemporary else { return }
    let name = Self.string(action.name).asciiLowercased
    switch action.kind {
    case .alterTable: touches.insert(.alter(name))
    case .dropTable: touches.insert(.drop(name))
    default: touches.insert(.create(name))
    }
  }

  private static func string(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
