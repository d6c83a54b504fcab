import SQLScriptsDatabase
import SQLScriptsSQL

// Laws 1 to 3: only the runner writes the version and the history.
extension ScriptAuthorizer {
  /// The reason why an action on a table of the runner is denied; nil if it is allowed.
  ///
  /// A bundle may create `db_version`, insert rows and drop it (law 3), because the version of law 1 replaces them. Any
  /// other change could destroy the runner's data, or run statements of the script while the runner writes the version.
  func bookkeeping(_ action: AuthorizerAction) -> ScriptDenial? {
    let table: UnsafePointer<CChar>?
    // Not allowed if only the runner writes the table.
    var isHarmless = false
    switch action.kind {
    case .dropTable:
      table = action.name
      isHarmless = store == .table
    case .alterTable: table = action.name
    // A UNIQUE in CREATE TABLE creates an index of SQLite's own.
    case .createIndex where action.isOfSQLite: return nil
    case .createIndex, .createTrigger, .createTemporary: table = action.detail
    case .insert, .update, .delete:
      table = action.name
      isHarmless = true
    default: return nil
    }
    guard let table, Self.mayBeBookkeeping(table),
      action.isMain || action.kind == .createTemporary
    else { return nil }
    let name = SQLName(table)
    let isOwn = isHarmless ? store.ownTables.contains(name) : store.keptTables.contains(name)
    return isOwn ? .bookkeeping(table: name.text) : nil
  }

  /// A fast check of the first two letters, because it runs for each action of each statement.
  private static func mayBeBookkeeping(_ table: UnsafePointer<CChar>) -> Bool {
    let first = table[0] | 0x20
    guard first == 0x64 || first == 0x73 else { return false }
    let second = table[1] | 0x20
    return first == 0x64 ? second == 0x62 : second == 0x63
  }
}

extension VersionStore {
  /// The tables that only the runner writes.
  fileprivate var ownTables: Set<SQLName> { Self.own }

  /// These and the version table, which bundles may write.
  fileprivate var keptTables: Set<SQLName> {
    switch self {
    case .table: Self.own.union(["db_version"])
    case .userVersion: Self.own
    case .schemaMigrations: Self.own.union(["schema_migrations"])
    }
  }

  private static let own = Set((["db_version_history"] + StepPosition.tables).map { SQLName($0) })
}
