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

  package var mode = Mode.runner

  /// The tables that the statement reads, or the code step.
  @exclusivity(unchecked) private(set) var reads: Set<String> = []

  /// Whether a statement is running, not only being compiled. VACUUM attaches its scratch file then,
  /// and begins a transaction.
  @exclusivity(unchecked) package var isStepping = false

  /// What was touched since the runner last took it.
  @exclusivity(unchecked) private(set) var touches: Set<Touch> = []

  /// Why the last statement was denied.
  @exclusivity(unchecked) package private(set) var denial: ScriptDenial?

  /// The PRAGMA that the last statement was, if it was skipped.
  @exclusivity(unchecked) private(set) var skipped: String?

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
  private var lastRead = SeenName()

  package init(store: VersionStore) {
    self.store = store
  }

  /// Runs the app's own statements, notes what they touch, and keeps the transaction from them.
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
  }

  /// Forgets the statement before.
  package func beginStatement() {
    denial = nil
    skipped = nil
    if !reads.isEmpty {
      reads.removeAll(keepingCapacity: true)
      lastRead = SeenName()
    }
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
      if action.kind == .transaction || action.kind == .savepoint { return .deny }
      noteTables(action)
      return .allow
    case .script(let value): isTransactional = value
    }
    switch action.kind {
    case .insert, .update, .delete, .read, .createTable, .dropTable, .alterTable, .createTemporary:
      noteTables(action)
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
      return .ignore
    case .deny(let reason): return deny(reason)
    }
  }

  private func deny(_ reason: ScriptDenial) -> AuthorizerVerdict {
    denial = denial ?? reason
    return .deny
  }

  private func noteTables(_ action: AuthorizerAction) {
    switch action.kind {
    case .insert, .update, .delete: note(action)
    case .read: noteRead(action)
    case .createTable, .dropTable, .alterTable: noteSchema(action)
    case .createTemporary:
      // Rows may pass through it.
      touches.insert(.create("\u{1}" + Self.string(action.name).asciiLowercased))
    default: break
    }
  }

  private func noteRead(_ action: AuthorizerAction) {
    guard let table = action.name, !lastRead.isEqual(to: table) else { return }
    lastRead.see(table)
    if let name = Self.name(of: table, action) { reads.insert(name) }
  }

  private func note(_ action: AuthorizerAction) {
    guard let table = action.name else { return }
    let column = action.kind == .update ? action.detail : nil
    if action.kind == lastKind, lastTable.isEqual(to: table),
      column.map({ lastColumn.isEqual(to: $0) }) ?? true
    {
      return
    }
    lastKind = action.kind
    lastTable.see(table)
    if let column { lastColumn.see(column) }
    guard let name = Self.name(of: table, action) else { return }
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

  /// The table's name in lower case; nil for SQLite's own, because every change of the schema reads and
  /// writes those. A temporary table, through which rows may pass, gets a name that no table of the
  /// database has.
  private static func name(
    of table: UnsafePointer<CChar>, _ action: AuthorizerAction
  ) -> String? {
    let name = String(cString: table).asciiLowercased
    if name.hasPrefix("sqlite_") { return nil }
    return action.isTemporary ? "\u{1}" + name : name
  }

  private static func string(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
