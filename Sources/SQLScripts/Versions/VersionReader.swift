import SQLScriptsDatabase

/// Reads the installed version, first at launch and again under the lock (law 13).
///
/// The statement of the launch check is kept, so reading again does not compile it again.
final class VersionReader {
  private let connection: Connection
  private let store: VersionStore
  private var launchCheck: Statement?

  init(_ connection: Connection, store: VersionStore) {
    self.connection = connection
    self.store = store
  }

  /// Reads the installed version.
  ///
  /// - Parameter expected: the version that needs no further check (law 6). If another one or none is found, the other
  ///   stores are checked, too (law 4).
  func read(expecting expected: Int64? = nil) throws(SQLiteError) -> InstalledVersion {
    switch try readStore() {
    case .version(let version) where version == expected: return .version(version)
    case .new: return .new
    default:
      return try inOneState { () throws(SQLiteError) in
        try OtherVersionStores(connection, store).judged(try readStore())
      }
    }
  }

  private func readStore() throws(SQLiteError) -> InstalledVersion {
    switch store {
    case .table: try readTable()
    case .userVersion: try readUserVersion()
    case .schemaMigrations: try readSchemaMigrations()
    }
  }

  /// Law 6: one prepared read. No row of the history is read, so the cost does not grow with the number of scripts.
  private func readTable() throws(SQLiteError) -> InstalledVersion {
    do throws(SQLiteError) {
      let found = try Self.version(in: try kept("SELECT db_version_num FROM main.db_version"))
      // The step has checked the schema in memory, so this is the same state of the database. Asking SQLite for the table
      // takes a tenth of the instructions of compiling it into the query.
      if connection.hasTable("db_version_history") { return found }
      launchCheck = nil
    } catch {
      launchCheck = nil
      // SQLITE_ERROR means “no such table” or “no such column” here. All other codes are errors of the database.
      guard error.code == .error else { throw error }
    }
    return try inOneState { () throws(SQLiteError) in try readIncompleteTable() }
  }

  private func readIncompleteTable() throws(SQLiteError) -> InstalledVersion {
    let hasHistory = connection.hasTable("db_version_history")
    guard connection.hasTable("db_version") else {
      guard hasHistory else { return try withoutVersion() }
      let last = try connection.value("SELECT max(version) FROM main.db_version_history")
      return .malformed(.missingTable(historyEndsAt: last?.int64))
    }
    let found: InstalledVersion
    do throws(SQLiteError) {
      found = try Self.version(
        in: try connection.prepare("SELECT db_version_num FROM main.db_version LIMIT 2"))
    } catch {
      guard error.code == .error else { throw error }
      return .malformed(.noColumn(table: "db_version", column: "db_version_num"))
    }
    guard !hasHistory else { return found }
    // A script that creates the database may create this table, too (law 3).
    if let position = try StepPosition.all(in: connection).first { return .begun(position) }
    if case .version(let number) = found { return .unattested(number) }
    return found
  }

  /// `PRAGMA user_version` is read before anything that would parse the schema (law 6).
  private func readUserVersion() throws(SQLiteError) -> InstalledVersion {
    let found = try Self.version(in: try kept("PRAGMA main.user_version"))
    guard found == .version(0) else { return found }
    return try inOneState { () throws(SQLiteError) in
      connection.hasTable("db_version_history") ? found : try withoutVersion()
    }
  }

  private func readSchemaMigrations() throws(SQLiteError) -> InstalledVersion {
    do throws(SQLiteError) {
      let found = try Self.version(
        in: try kept(VersionStore.latestMigration))
      guard found == .malformed(.null) else { return found }
      // FMDBMigrationManager creates the table before the first migration.
      return try inOneState { () throws(SQLiteError) in
        connection.hasTable("db_version_history")
          ? .version(0) : try withoutVersion(but: "schema_migrations")
      }
    } catch {
      launchCheck = nil
      guard error.code == .error else { throw error }
      return try inOneState { () throws(SQLiteError) in
        guard connection.hasTable("schema_migrations") else { return try withoutVersion() }
        return .malformed(.noColumn(table: "schema_migrations", column: "version"))
      }
    }
  }

  /// Runs several reads on one state of the database. Otherwise another process could create the tables in between (law
  /// 13), and a new database would look like one that lost its version.
  private func inOneState(
    _ body: () throws(SQLiteError) -> InstalledVersion
  ) throws(SQLiteError) -> InstalledVersion {
    guard connection.isInAutocommit else { return try body() }
    try connection.execute("BEGIN")
    defer { try? connection.execute("COMMIT") }
    // The first read takes the lock, and parses the schema again if it has changed.
    _ = try connection.value("SELECT count(*) FROM main.sqlite_schema")
    return try body()
  }

  private func kept(_ sql: String) throws(SQLiteError) -> Statement {
    if let launchCheck { return launchCheck }
    let statement = try connection.prepare(sql)
    launchCheck = statement
    return statement
  }

  /// The single version that a statement returns, or the reason why it is invalid (law 11).
  private static func version(in statement: Statement) throws(SQLiteError) -> InstalledVersion {
    defer { statement.reset() }
    guard try statement.step() else { return .malformed(.noRow) }
    let value = statement.value(0)
    guard try !statement.step() else { return .malformed(.severalRows) }
    if value == .null { return .malformed(.null) }
    guard let number = value.storedVersion else {
      return .malformed(.notAnInteger(value.description))
    }
    return number < 0 ? .malformed(.negative(number)) : .version(number)
  }

  /// Tells a new database from one that has tables and no version.
  private func withoutVersion(but table: String = "") throws(SQLiteError) -> InstalledVersion {
    if let position = try StepPosition.all(in: connection).first { return .begun(position) }
    let known = AdoptionHint.tableNames.map { "'\($0)'" }.joined(separator: ", ")
    let own = StepPosition.tables.map { "'\($0)'" }.joined(separator: ", ")
    // The sequence and statistics tables may remain when the user tables have been dropped.
    let objects = try connection.rows(
      """
      SELECT name FROM main.sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND tbl_name <> ? AND tbl_name NOT IN (\(own)) ORDER BY name NOT IN (\(known)), type <> 'table', name LIMIT 5
      """, .text(table))
    let names = objects.compactMap { $0.first?.string }
    return names.isEmpty ? .new : .unversioned(objects: names)
  }
}
