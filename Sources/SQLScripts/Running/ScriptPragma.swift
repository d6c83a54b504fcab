import SQLScriptsSQL

/// How a PRAGMA in a script is treated (laws 15 and 17).
package enum ScriptPragma {
  enum Verdict: Equatable {
    case run
    /// The outcome is the same without it: it is ignored and reported.
    case ignore(ScriptNotice)
    case deny(ScriptDenial)
  }

  /// The context of a PRAGMA.
  struct Place {
    var isTransactional: Bool
    var store: VersionStore
    /// The version that the script migrates to.
    var version: Int64?
    /// Whether it names a schema other than main.
    var isElsewhere = false
    /// Whether it names no schema, and other databases are attached.
    var affectsAttached = false
  }

  /// - Parameters:
  ///   - name: the name, in any case.
  ///   - value: the value of `PRAGMA x = 1` or `PRAGMA x(1)`; nil if the PRAGMA only reads.
  static func verdict(_ name: String, value: String?, at place: Place) -> Verdict {
    let name = name.asciiLowercased
    if inspecting.contains(name) { return .run }
    guard value != nil || acting.contains(name) else { return .run }
    if let notice = ignored(name, value: value?.asciiLowercased ?? "", at: place) {
      return .ignore(notice)
    }
    if place.isElsewhere { return .deny(.elsewhere("PRAGMA \(name)")) }
    if name == "user_version", place.store == .userVersion { return .deny(.pragma(name)) }
    if persistent.contains(name) || scoped.contains(name) { return .run }
    guard outsideTransactions.contains(name) else { return .deny(.pragma(name)) }
    // Without a journal on disk, later scripts could not be rolled back (law 12).
    if name == "journal_mode", let value, isUnsafeJournal(value) {
      return .deny(.journal(mode: value))
    }
    return place.affectsAttached && affectingAll.contains(name)
      ? .ignore(.attached(pragma: name)) : .run
  }

  private static func ignored(_ name: String, value: String, at place: Place) -> ScriptNotice? {
    if name == "foreign_keys" || name == "defer_foreign_keys" { return .foreignKeys(pragma: name) }
    if connectionOnly.contains(name) { return .connection(pragma: name) }
    if name == "encoding" { return .encoding }
    if name == "default_cache_size" { return .deprecated(pragma: name) }
    let isOff = ["off", "0", "false", "no"].contains(value)
    if offAnyway.contains(name), isOff { return .connection(pragma: name) }
    if outsideTransactions.contains(name), place.isTransactional {
      return .transaction(pragma: name)
    }
    if name == "optimize", place.affectsAttached { return .attached(pragma: name) }
    if name == "user_version", place.store == .userVersion, let version = place.version,
      value == String(version), !place.isElsewhere
    {
      return .version(pragma: name)
    }
    return nil
  }

  /// Whether a journal mode keeps the rollback journal off the disk.
  ///
  /// SQLite takes the first mode that begins with the value, so `o` is OFF. This is for the wording and for `validate`.
  /// The runner checks the mode of the database after the statement.
  private static func isUnsafeJournal(_ value: String) -> Bool {
    let modes = ["delete", "persist", "off", "truncate", "memory", "wal"]
    let mode = modes.first { $0.hasPrefix(value.asciiLowercased) }
    return mode == "off" || mode == "memory"
  }

  /// These only read, and their argument is a name.
  private static let inspecting: Set<String> = [
    "collation_list", "compile_options", "database_list", "foreign_key_check", "foreign_key_list",
    "function_list", "index_info", "index_list", "index_xinfo", "integrity_check", "module_list",
    "pragma_list", "quick_check", "stats", "table_info", "table_list", "table_xinfo",
  ]

  /// These change the file, inside the transaction.
  private static let persistent: Set<String> = [
    "application_id", "incremental_vacuum", "optimize", "user_version",
  ]

  /// These change the script's own statements, and last until the script ends.
  private static var scoped: some Collection<String> { scopedDefaults.keys }

  /// The settings to reset after a script, with their default values.
  package static let scopedDefaults = [
    "analysis_limit": "0", "legacy_alter_table": "OFF", "recursive_triggers": "OFF",
  ]

  /// Whether it changes the file inside a transaction, like other statements.
  static func isTransactional(_ name: String) -> Bool { persistent.contains(name) }

  /// The PRAGMAs to repeat when a script is continued, because they change the connection: some until the script ends,
  /// and some until a VACUUM. Others may have changed the file's settings meanwhile.
  static func repeated(beforeVacuum: Bool) -> Set<String> {
    Set(scoped).union(beforeVacuum ? ["auto_vacuum", "page_size"] : [])
  }

  /// These change the file, but not inside a transaction.
  private static let outsideTransactions: Set<String> = [
    "auto_vacuum", "journal_mode", "page_size", "wal_checkpoint",
  ]

  /// Without a schema name these affect every attached database.
  private static let affectingAll: Set<String> = ["journal_mode", "wal_checkpoint"]

  /// These act without a value, too.
  private static let acting: Set<String> = [
    "incremental_vacuum", "optimize", "shrink_memory", "wal_checkpoint",
  ]

  /// These weaken SQLite's checks or change the meaning of a statement. They are already off.
  private static let offAnyway: Set<String> = [
    "case_sensitive_like", "ignore_check_constraints",
  ]

  /// These change only this connection, which is closed after the migration or gets its settings back.
  private static let connectionOnly: Set<String> = [
    "automatic_index", "busy_timeout", "cache_size", "cache_spill", "cell_size_check",
    "checkpoint_fullfsync", "count_changes", "empty_result_callbacks", "full_column_names",
    "fullfsync", "hard_heap_limit", "journal_size_limit",
    "locking_mode", "max_page_count", "mmap_size", "query_only", "read_uncommitted",
    "reverse_unordered_selects", "secure_delete", "short_column_names", "shrink_memory",
    "soft_heap_limit", "synchronous", "temp_store", "threads", "trusted_schema",
    "wal_autocheckpoint",
  ]
}
