/// What to do with a database that is newer than the scripts (law 8).
public enum NewerDatabase: Sendable, Hashable {
  /// Refuse it, untouched.
  case refuse

  /// Open it as it is. It is never wiped and never written to by a migration.
  case openAsItIs
}
