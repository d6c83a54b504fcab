/// What to do with a database that is newer than the scripts (law 8).
public enum NewerDatabase: Sendable, Hashable {
  /// Refuse it and leave it unchanged.
  case refuse

  /// Open it as it is. A migration never erases it or writes to it.
  case openAsItIs
}
