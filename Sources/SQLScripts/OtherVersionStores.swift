import SQLScriptsDatabase

/// Looks for a version in the places where it was not asked for (law 4).
///
/// The history tells where it belongs: SQLScripts writes it in every store, so the greatest version in it is
/// the installed one. Without a history the tables that keep versions count for more than
/// `PRAGMA user_version`, which apps use for other things too.
struct OtherVersionStores {
  private let connection: Connection
  private let asked: VersionStore

  init(_ connection: Connection, _ asked: VersionStore) {
    self.connection = connection
    self.asked = asked
  }

  /// The version in another place that what was found must not be taken for; nil if there is none.
  func misplaced(_ found: InstalledVersion) throws(SQLiteError) -> MisplacedVersion? {
    let last = try lastOfHistory()
    switch found {
    case .version(let version):
      if let last { return version == last ? nil : try attested(last) }
      return try unattested(in: [.table, .schemaMigrations], besides: version)
    case .malformed:
      if let last { return try attested(last) }
      return nil
    case .unversioned:
      if let last { return try attested(last) }
      return try unattested(in: [.table, .schemaMigrations, .userVersion], besides: nil)
    case .new, .halfMade, .unattested, .elsewhere: return nil
    }
  }

  private func attested(_ last: Int64) throws(SQLiteError) -> MisplacedVersion? {
    for store in VersionStore.allCases where store != asked {
      if try version(in: store) == last { return misplaced(last, in: store, isAttested: true) }
    }
    return nil
  }

  private func unattested(
    in stores: [VersionStore], besides version: Int64?
  ) throws(SQLiteError) -> MisplacedVersion? {
    for store in stores where store != asked {
      guard let other = try self.version(in: store), other != version else { continue }
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

  /// The version in a store; nil if there is none, or nothing that could be one.
  private func version(in store: VersionStore) throws(SQLiteError) -> Int64? {
    switch store {
    case .table:
      guard connection.hasTable("db_version") else { return nil }
      return try number("SELECT min(db_version_num) FROM main.db_version HAVING count(*) = 1")
    case .schemaMigrations:
      guard connection.hasTable("schema_migrations") else { return nil }
      return try number("SELECT max(version) FROM main.schema_migrations")
    case .userVersion:
      let version = try number("PRAGMA main.user_version")
      return version == 0 ? nil : version
    }
  }

  private func number(_ sql: String) throws(SQLiteError) -> Int64? {
    do throws(SQLiteError) {
      switch try connection.value(sql) {
      case .integer(let version) where version >= 0: return version
      case .text(let text): return Int64(text).flatMap { $0 < 0 ? nil : $0 }
      default: return nil
      }
    } catch {
      // Another table of that name, without such a column.
      guard error.code == .error else { throw error }
      return nil
    }
  }
}
