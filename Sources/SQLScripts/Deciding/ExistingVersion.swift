/// What a version number means that SQLScripts did not write itself (law 9).
public enum ExistingVersion: String, Sendable, Hashable, CaseIterable {
  /// The version whose script was last applied.
  case installed

  /// The next step to run, one above the installed version, as the classic YSqliteManager counts.
  case nextStep
}

/// What to do with a database that is newer than the scripts (law 8).
public enum NewerDatabase: Sendable, Hashable {
  /// Refuse it, untouched.
  case refuse

  /// Open it as it is. It is never wiped and never written to by a migration.
  case openAsItIs
}
