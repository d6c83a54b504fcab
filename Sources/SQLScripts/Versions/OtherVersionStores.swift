import SQLScriptsDatabase

/// Looks for a version in the places where it was not expected (law 4).
///
/// The history shows where it belongs: SQLScripts writes it in every store, so the greatest version in it is the
/// installed one. Without a history, version tables count more than `PRAGMA user_version`, which apps use for other
/// things, too.
struct OtherVersionStores {
  private let connection: Connection
  private let asked: VersionStore

  init(_ connection: Connection, _ asked: VersionStore) {
    self.connection = connection
    self.asked = asked
  }

  /// Returns the version found in the expected place, or why it must not be used, considering the history and the other
  /// places.
  func judged(_ found: InstalledVersion) throws(SQLiteError) -> InstalledVersion {
    switch found {
    case .new, .begun, .unattested, .elsewhere: return found
    case .version, .malformed, .unversioned: break
    }
    guard let last = try lastOfHistory() else {
      return try unattested(besides: found).map { .elsewhere($0) } ?? found
    }
    if found == .version(last) { return found }
    if let misplaced = try attested(last) { return .elsewhere(misplaced) }
    if case .version(let version) = found, version < last {
      return .malformed(.belowHistory(version: version, historyEndsAt: last, asked))
    }
    return found
  }

  private func attested(_ last: Int64) throws(SQLiteError) -> MisplacedVersion? {
    for store in VersionStore.allCases where store != asked {
      if try version(in: store) == last { return misplaced(last, in: store, isAttested: true) }
    }
    return nil
  }

  private func unattested(besides found: InstalledVersion) throws(SQLiteError) -> MisplacedVersion?
  {
    let stores: [VersionStore]
    switch found {
    case .version: stores = [.table, .schemaMigrations]
    case .unversioned: stores = [.table, .schemaMigrations, .userVersion]
    case .new, .begun, .unattested, .elsewhere, .malformed: return nil
    }
    for store in stores where store != asked {
      guard let other = try version(in: store), found != .version(other) else { continue }
      return misplaced(other, in: store, isAttested: false)
    }
    return nil
  }

  private func misplaced(
    _ version: Int64, in store: VersionStore, isAttested: Bool
  ) -> MisplacedVersion {
    MisplacedVersion(version: version, store: store, expected: asked, isAttested: isAttested)
  }

  private func lastOfHistory() throws(SQLiteError) -> Int64? {
    guard connection.hasTable("db_version_history") else { return nil }
    return try number("SELECT max(version) FROM main.db_version_history")
  }

  /// The version in a store; nil if there is none.
  private func version(in store: VersionStore) throws(SQLiteError) -> Int64? {
    switch store {
    case .table:
      guard connection.hasTable("db_version") else { return nil }
      return try number("SELECT min(db_version_num) FROM main.db_version HAVING count(*) = 1")
    case .schemaMigrations:
      guard connection.hasTable("schema_migrations") else { return nil }
      return try number(VersionStore.latestMigration)
    case .userVersion:
      let version = try number("PRAGMA main.user_version")
      return version == 0 ? nil : version
    }
  }

  private func number(_ sql: String) throws(SQLiteError) -> Int64? {
    do throws(SQLiteError) {
      return try connection.value(sql)?.storedVersion.flatMap { $0 < 0 ? nil : $0 }
    } catch {
      // A table of that name without such a column belongs to somebody else.
      guard error.code == .error else { throw error }
      return nil
    }
  }
}
