/// What becomes of a PRAGMA in a script (laws 15 and 17).
package enum ScriptPragma {
  enum Verdict: Equatable {
    case run
    /// It would change nothing that lasts: it is passed over and reported.
    case skip
    case deny(ScriptDenial)
  }

  /// Whether a script's `PRAGMA name = value` is passed over.
  package static func isSkipped(_ name: String, isTransactional: Bool) -> Bool {
    verdict(name, value: "", isTransactional: isTransactional, store: .table) == .skip
  }

  /// - Parameters:
  ///   - name: in any case.
  ///   - value: of `PRAGMA x = 1` or `PRAGMA x(1)`; a question has none.
  static func verdict(
    _ name: String, value: String?, isTransactional: Bool, store: VersionStore
  ) -> Verdict {
    let name = name.asciiLowercased
    let hasValue = value != nil
    if name == "user_version", hasValue, store == .userVersion { return .deny(.pragma(name)) }
    if inspecting.contains(name) || persistent.contains(name) { return .run }
    if outsideTransactions.contains(name) {
      // Without a journal in the file, nothing later could be rolled back (law 12).
      if name == "journal_mode", let value, unsafeJournals.contains(value.asciiLowercased) {
        return .deny(.pragma("\(name) = \(value)"))
      }
      guard hasValue || acting.contains(name) else { return .run }
      return isTransactional ? .deny(.pragmaInTransaction(name)) : .run
    }
    guard hasValue else { return acting.contains(name) ? .deny(.pragma(name)) : .run }
    return connectionOnly.contains(name) ? .skip : .deny(.pragma(name))
  }

  /// They only look, and their argument is a name.
  private static let inspecting: Set<String> = [
    "collation_list", "compile_options", "database_list", "foreign_key_check", "foreign_key_list",
    "function_list", "index_info", "index_list", "index_xinfo", "integrity_check", "module_list",
    "pragma_list", "quick_check", "stats", "table_info", "table_list", "table_xinfo",
  ]

  /// They change the file, inside the transaction. The runner scopes `legacy_alter_table` to the script.
  private static let persistent: Set<String> = [
    "analysis_limit", "application_id", "incremental_vacuum", "legacy_alter_table", "optimize",
    "user_version",
  ]

  /// They change the file, but not inside a transaction.
  private static let outsideTransactions: Set<String> = [
    "auto_vacuum", "journal_mode", "page_size", "wal_checkpoint",
  ]

  private static let unsafeJournals: Set<String> = ["memory", "off"]

  /// They act without a value too.
  private static let acting: Set<String> = ["shrink_memory", "wal_checkpoint"]

  /// They change this connection, which is gone after the migration or gets its settings back.
  private static let connectionOnly: Set<String> = [
    "automatic_index", "busy_timeout", "cache_size", "cache_spill",
    "defer_foreign_keys", "encoding", "foreign_keys", "journal_size_limit", "mmap_size",
    "temp_store", "threads", "wal_autocheckpoint",
  ]
}
