import SQLScripts
import SQLScriptsDatabase

// Unlike `migrate`, these commands expect the database to exist.
extension Migrator {
  func historyOfExisting() throws(MigrationFailure) -> [HistoryEntry] {
    try checkExists()
    return try history()
  }

  /// Adopts a database after a look at it in the same transaction (law 21).
  func adoptExisting(
    _ adoption: Adoption,
    checking check: @escaping (Connection, AdoptedVersion) throws(MigrationRefusal) -> Void
  ) throws(MigrationFailure) -> MigrationReport {
    try checkExists()
    return try adopt(adoption, checking: check)
  }
}
