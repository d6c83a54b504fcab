import CSQLScriptsSQLite

extension Connection {
  /// Whether triggers fire.
  package func setTriggers(enabled: Bool) {
    set(SQLITE_DBCONFIG_ENABLE_TRIGGER, enabled)
  }

  /// Whether "text" in double quotes is taken for text where no column has the name.
  package func setDoubleQuotedText(allowed: Bool) {
    set(SQLITE_DBCONFIG_DQS_DML, allowed)
    set(SQLITE_DBCONFIG_DQS_DDL, allowed)
  }

  private func set(_ option: Int32, _ value: Bool) {
    _ = sqlscripts_db_config(handle, option, value ? 1 : 0, nil)
  }
}
