import SQLScriptsDatabase
import SQLScriptsSQL

// Laws 1 to 3: the runner alone keeps the version and the history.
extension ScriptAuthorizer {
  /// Why an action on a table of the runner is denied; nil if it is not.
  ///
  /// A bundle may bring `db_version` along, write rows into it, and drop it to make it anew (law 3): the version of law 1
  /// wins over all of that. All else would destroy what the runner goes by, or make it run statements of the script
  /// while it writes the version.
  func bookkeeping(_ action: AuthorizerAction) -> ScriptDenial? {
    let table: UnsafePointer<CChar>?
    // Unless the table is the runner's alone.
    var isHarmless = false
    switch action.kind {
    case .dropTable:
      table = action.name
      isHarmless = store == .table
    case .alterTable: table = action.name
    // A UNIQUE in CREATE TABLE makes an index of SQLite's own.
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

  /// A quick look at the first two letters, for each action of each statement.
  private static func mayBeBookkeeping(_ table: UnsafePointer<CChar>) -> Bool {
    let first = table[0] | 0x20
    guard first == 0x64 || first == 0x73 else { return false }
    let second = table[1] | 0x20
    return first == 0x64 ? second == 0x62 : second == 0x63
  }
}

extension VersionStore {
  /// The tables that hold what only the runner knows.
  fileprivate var ownTables: Set<SQLName> { Self.own }

  /// These and the one with the version, which bundles may write to.
  fileprivate var keptTables: Set<SQLName> {
    switch self {
    case .table: Self.own.union(["db_version"])
    case .userVersion: Self.own
    case .schemaMigrations: Self.own.union(["schema_migrations"])
    }
  }

  private static let own = Set((["db_version_history"] + StepPosition.tables).map { SQLName($0) })
}
