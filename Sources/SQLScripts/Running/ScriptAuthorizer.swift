import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// Watches a script while SQLite compiles it: denies the actions of law 15, and notes the touched tables for laws 17
/// and 18.
///
/// It is called for each action of each statement of a bulk script. So it does not create a Swift string for the table
/// name that it has just seen, and turns off Swift's exclusivity checks: everything happens on the thread of the
/// migration.
package final class ScriptAuthorizer: Authorizer {
  package enum Mode: Equatable, Sendable {
    /// Statements of the runner. Everything is allowed.
    case runner
    case script(isTransactional: Bool)
    /// The app's own statements inside the transaction of a new database, which they may not end.
    case hook
  }

  package var mode = Mode.runner

  /// The tables that the statement or code step reads.
  @exclusivity(unchecked) private(set) var reads: Set<SQLName> = []

  /// Whether a statement is running, and not only being compiled. VACUUM then attaches its scratch file and begins a
  /// transaction.
  @exclusivity(unchecked) package var isStepping = false

  /// The offset of the statement in the script's document.
  @exclusivity(unchecked) package var offset = 0

  /// The objects outside the main database (law 30).
  var others = OtherSchemas()

  /// Whether a statement of the runner itself fires a trigger.
  @exclusivity(unchecked) private(set) var firesTriggers = false

  /// The PRAGMAs that run again, if the statement already ran in an earlier run. Nil for all.
  var repeated: Set<String>?

  /// Whether the script has created a TEMP object.
  @exclusivity(unchecked) private(set) var hasMadeTemporary = false

  /// The tables that the statement names without a schema and of which it reads no column, so SQLite does not report
  /// their schema.
  @exclusivity(unchecked) private var unplaced: Set<SQLName> = []

  /// The touches since `takeTouches()` was last called.
  @exclusivity(unchecked) private(set) var touches: Set<Touch> = []

  /// The reason why the last statement was denied.
  @exclusivity(unchecked) package private(set) var denial: ScriptDenial?

  /// The notice for the last statement, if it was ignored.
  @exclusivity(unchecked) package private(set) var notice: ScriptNotice?

  /// Whether the script has set `PRAGMA foreign_keys = OFF`.
  private(set) var turnsForeignKeysOff = false

  /// The connection settings that the script has changed for itself.
  private(set) var scopedPragmas: Set<String> = []

  /// Whether the script has set `legacy_alter_table` itself.
  var sawLegacyPragma: Bool { scopedPragmas.contains("legacy_alter_table") }

  /// The connection whose transaction the statements must run in; nil outside a transaction.
  ///
  /// SQLite recompiles a statement if the schema has changed. If memory runs out just then, it rolls back the whole
  /// transaction, compiles the statement anyway, and would run and commit it by itself (law 12).
  var transaction: Connection? {
    didSet { hasLostTransaction = false }
  }

  private var hasLostTransaction = false

  package let store: VersionStore
  private var script: Script?
  private var transactions: ScriptTransactions?
  @exclusivity(unchecked) private var isVacuuming = false
  @exclusivity(unchecked) private var dropsTable = false

  /// The tables, views and triggers that the script creates, drops or alters.
  @exclusivity(unchecked) private(set) var changedObjects: Set<SQLName> = []
  private var lastKind = AuthorizerAction.Kind.other
  private var lastTable = SeenName()
  private var lastColumn = SeenName()
  private var lastRead = SeenName()

  package init(store: VersionStore) {
    self.store = store
  }

  /// Runs the app's own statements, notes what they touch, and keeps them from ending the transaction.
  func asHook(_ body: () throws -> Void) rethrows {
    mode = .hook
    defer { mode = .runner }
    try body()
  }

  /// Resets the state for a new script.
  ///
  /// - Parameter script: nil for code of the app.
  package func begin(_ script: Script?) {
    beginStatement()
    _ = takeTouches()
    turnsForeignKeysOff = false
    scopedPragmas = []
    hasMadeTemporary = false
    changedObjects = []
    self.script = script
    transactions = nil
    repeated = nil
  }

  /// Resets the state for a new statement.
  package func beginStatement() {
    denial = nil
    notice = nil
    isVacuuming = false
    dropsTable = false
    if !unplaced.isEmpty { unplaced.removeAll() }
    if !reads.isEmpty {
      reads.removeAll(keepingCapacity: true)
      lastRead = SeenName()
    }
  }

  /// Returns the touches since the last call.
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
    case .runner:
      if action.container != nil { firesTriggers = true }
      return .allow
    case .hook:
      if action.kind == .transaction || action.kind == .savepoint { return .deny }
      noteTables(action)
      return .allow
    case .script(let value): isTransactional = value
    }
    if action.kind != .pragma,
      let denial = elsewhere(action, isTransactional: isTransactional) ?? bookkeeping(action)
    {
      return deny(denial)
    }
    switch action.kind {
    case .insert, .update, .delete, .read, .createTable, .dropTable, .alterTable, .dropIndex,
      .createTemporary:
      noteTables(action)
      return .allow
    case .createView, .dropView, .createTrigger, .dropTrigger:
      changedObjects.insert(Self.name(action.name))
      return .allow
    case .transaction:
      let word = Self.string(action.name)
      // VACUUM begins its own transaction while it runs. No other statement can.
      if isStepping, !isTransactional, word == "BEGIN" { return .allow }
      guard isTransactional else { return deny(.transactionControlOutside(word)) }
      guard word != "ROLLBACK", isIgnoredControl else { return deny(.transactionControl(word)) }
      notice = .transactionControl
      return .ignore
    case .savepoint:
      // SQLite reports savepoint statements as BEGIN, RELEASE and ROLLBACK.
      let word = Self.string(action.name)
      let shown = word == "BEGIN" ? "SAVEPOINT" : word
      return deny(isTransactional ? .transactionControl(shown) : .transactionControlOutside(shown))
    case .attach:
      // VACUUM attaches "" while it runs. Nothing else may attach a database.
      isVacuuming = isStepping && !isTransactional && action.name.map { $0.pointee == 0 } == true
      return isVacuuming ? .allow : deny(.attach)
    case .detach: return deny(.detach)
    case .function:
      return Self.string(action.detail).asciiLowercased == "load_extension"
        ? deny(.loadExtension) : .allow
    case .pragma: return pragma(action, isTransactional: isTransactional)
    default: return .allow
    }
  }

  /// The reason for an error. SQLite only says that the statement was not authorized.
  func cause(of error: SQLiteError) -> SQLiteError {
    guard hasLostTransaction, error.code.primary == .notAuthorized else { return error }
    return .outOfMemory
  }

  private func pragma(
    _ action: AuthorizerAction, isTransactional: Bool
  ) -> AuthorizerVerdict {
    let name = Self.string(action.name)
    let schema = action.database.map { SQLName($0) }
    let place = ScriptPragma.Place(
      isTransactional: isTransactional, store: store, version: script?.version,
      isElsewhere: schema.map { $0 != "main" } ?? false,
      affectsAttached: schema == nil && !others.attached.isEmpty)
    let verdict = ScriptPragma.verdict(
      name, value: action.detail.map { String(cString: $0) }, at: place)
    switch verdict {
    case .run:
      if let repeated, !repeated.contains(name.asciiLowercased) { return .ignore }
      if action.detail != nil, ScriptPragma.scopedDefaults[name.asciiLowercased] != nil {
        scopedPragmas.insert(name.asciiLowercased)
      }
      return .allow
    case .ignore(let notice):
      self.notice = notice
      let value = Self.string(action.detail).asciiLowercased
      if name.asciiLowercased == "foreign_keys", ["off", "0", "false", "no"].contains(value) {
        turnsForeignKeysOff = true
      }
      return .ignore
    case .deny(let reason): return deny(reason)
    }
  }

  /// Marks the denied statement as ignored.
  func ignoreDenied(_ notice: ScriptNotice) {
    denial = nil
    self.notice = notice
  }

  /// Notes the new name of a table, which SQLite does not report.
  func noteChanged(_ name: SQLName) {
    changedObjects.insert(name)
  }

  /// Whether the BEGIN or COMMIT that is being compiled has no effect.
  private var isIgnoredControl: Bool {
    guard let script else { return false }
    let known = transactions ?? ScriptTransactions(script)
    transactions = known
    return known.isIgnored(at: offset)
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
    case .dropIndex:
      if action.isMain { touches.insert(.dropIndex(Self.name(action.detail))) }
    case .createTemporary:
      // Rows may be copied through it.
      touches.insert(.create(Self.name(action.name).inTemporarySchema))
    default: break
    }
  }

  private func noteRead(_ action: AuthorizerAction) {
    guard let table = action.name, !action.isOfSQLite, !lastRead.isEqual(to: table) else { return }
    lastRead.see(table)
    reads.insert(Self.name(of: table, action))
  }

  private func note(_ action: AuthorizerAction) {
    // Every change of the schema also reads and writes SQLite's own tables.
    guard let table = action.name, !action.isOfSQLite, action.isMain || action.isTemporary else {
      return
    }
    let column = action.kind == .update ? action.detail : nil
    if action.kind == lastKind, lastTable.isEqual(to: table),
      column.map({ lastColumn.isEqual(to: $0) }) ?? true
    {
      return
    }
    lastKind = action.kind
    lastTable.see(table)
    if let column { lastColumn.see(column) }
    let name = Self.name(of: table, action)
    switch action.kind {
    case .insert: touches.insert(.insert(name))
    case .delete: touches.insert(.delete(name))
    default: touches.insert(.update(name, column: Self.name(column)))
    }
  }

  private func noteSchema(_ action: AuthorizerAction) {
    guard action.isMain else { return }
    let name = Self.name(action.name)
    changedObjects.insert(name)
    if action.kind == .dropTable { dropsTable = true }
    switch action.kind {
    case .alterTable: touches.insert(.alter(name))
    case .dropTable: touches.insert(.drop(name))
    default: touches.insert(.create(name))
    }
  }

  /// The table's name. A temporary table, through which rows may be copied, gets a name that no table of the database
  /// has.
  private static func name(
    of table: UnsafePointer<CChar>, _ action: AuthorizerAction
  ) -> SQLName {
    let name = SQLName(table)
    return action.isTemporary ? name.inTemporarySchema : name
  }

  private static func name(_ pointer: UnsafePointer<CChar>?) -> SQLName {
    SQLName(string(pointer))
  }

  static func string(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}

// Law 30: a script works on the main database.
extension ScriptAuthorizer {
  /// The reason why an action outside the main database is denied; nil if it is allowed.
  ///
  /// A TEMP trigger of the app may fire, because no script has named it.
  private func elsewhere(
    _ action: AuthorizerAction, isTransactional: Bool
  ) -> ScriptDenial? {
    if isVacuuming { return nil }
    if let container = action.container, !others.isEmpty {
      let name = SQLName(container)
      if others.triggersAndIndexes.contains(name) { return nil }
      if others.views.contains(name) {
        return .otherDatabase(name: name.text, schema: "temp")
      }
      // A view that reads no table is only reported here.
      if let schema = others.attachedViews[name], !changedObjects.contains(name) {
        return .otherDatabase(name: name.text, schema: schema.text)
      }
    }
    if action.isMain { return nil }
    guard let database = action.database else {
      // For a table of which no column is read, SQLite reports the schema only if it is written in the statement.
      if action.kind == .read, !others.isEmpty {
        unplaced.insert(Self.name(action.name))
      }
      return nil
    }
    if action.kind == .savepoint || action.kind == .transaction { return nil }
    guard action.isTemporary else { return other(action, String(cString: database)) }
    let name = Self.name(action.name)
    switch action.kind {
    case .createTable where action.isOfSQLite && !hasMadeTemporary:
      // ANALYZE of a TEMP object of the app.
      return other(action, "temp")
    case .createTemporary, .createTable, .createView, .createTrigger:
      hasMadeTemporary = true
      let table = Self.name(action.detail)
      if others.tables.contains(table) {
        return .otherDatabase(name: table.text, schema: "temp")
      }
      return isTransactional ? nil : .temporaryOutside(name.text)
    case .dropTemporary:
      // Dropping a table of the main database also drops its TEMP triggers, including the app's.
      let isTaken =
        others.tables.contains(name)
        || (!dropsTable && others.triggersAndIndexes.contains(name))
      return isTaken ? other(action, "temp") : nil
    default: return others.tables.contains(name) ? other(action, "temp") : nil
    }
  }

  private func other(_ action: AuthorizerAction, _ schema: String) -> ScriptDenial {
    .otherDatabase(name: Self.string(action.name), schema: schema)
  }

  /// Drops the TEMP objects of the script, as far as possible.
  package func dropTemporaryObjects(_ connection: Connection) {
    if hasMadeTemporary { try? others.dropNewTemporaryObjects(connection) }
  }

  /// Denies a compiled statement that only counts the rows of a table of the app.
  func denyUnplaced(_ connection: Connection) -> Bool {
    for name in unplaced.sorted() {
      if others.tables.contains(name) {
        denial = .otherDatabase(name: name.text, schema: "temp")
      } else if !connection.hasTable(name.text),
        let schema = others.attached.sorted().first(where: {
          connection.hasTable(name.text, in: $0.text)
        })
      {
        denial = .otherDatabase(name: name.text, schema: schema.text)
      }
    }
    return denial != nil
  }
}
