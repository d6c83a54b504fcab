import CSQLScriptsLibrary
import SQLScriptsDatabase

extension Connection {
  /// The release of the SQLite that runs here, such as "3.40.1".
  package static var libraryVersion: String { SQLiteLibrary.version }

  /// Sets whether triggers fire.
  package func setTriggers(enabled: Bool) {
    set(SQLITE_DBCONFIG_ENABLE_TRIGGER, enabled)
  }

  /// Sets whether a name in double quotes that no column has is a string.
  package func setDoubleQuotedText(allowed: Bool) {
    set(SQLITE_DBCONFIG_DQS_DML, allowed)
    set(SQLITE_DBCONFIG_DQS_DDL, allowed)
  }

  private func set(_ option: Int32, _ value: Bool) {
    _ = sqlscripts_db_config(handle, option, value ? 1 : 0, nil)
  }
}
