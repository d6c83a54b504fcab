import SQLScriptsDatabase

/// Finds the version to adopt. Changes nothing.
struct AdoptionReader {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// - Parameter installed: the state of the version store, which has no valid version.
  func read(
    _ adoption: Adoption, _ installed: InstalledVersion
  ) throws(MigrationFailure.Reason) -> AdoptedVersion {
    do {
      if case .elsewhere(let misplaced) = installed, misplaced.isAttested {
        return try moved(adoption, misplaced)
      }
      return try version(adoption, installed)
    } catch let problem as AdoptionProblem {
      throw .refused(.notAdoptable(problem))
    } catch let refusal as MigrationRefusal {
      throw .refused(refusal)
    } catch let error as SQLiteError {
      throw .database(error, during: .readingVersion)
    } catch {
      throw .hook(error)
    }
  }

  /// A version of our own in another store moves only if the caller names the store or the number. Other adoptions are
  /// meant for databases of other tools.
  private func moved(
    _ adoption: Adoption, _ misplaced: MisplacedVersion
  ) throws(MigrationRefusal) -> AdoptedVersion {
    switch (adoption, misplaced.store) {
    case (.version(misplaced.version), _), (.userVersion, .userVersion),
      (.fmdbMigrationManager, .schemaMigrations):
      return AdoptedVersion(moving: misplaced)
    default: throw .versionElsewhere(misplaced)
    }
  }

  private func version(
    _ adoption: Adoption, _ installed: InstalledVersion
  ) throws -> AdoptedVersion {
    switch adoption {
    case .version(let version):
      guard version >= 0 else {
        throw AdoptionProblem.notAVersion("\(version)", in: "the call")
      }
      return AdoptedVersion(version, origin: "adopted at a given version", isGiven: true)
    case .userVersion: return try userVersion()
    case .fmdbMigrationManager: return try schemaMigrations()
    case .grdb(let versions): return try grdbMigrations(versions)
    case .ySqliteManager:
      switch installed {
      case .unattested(let number): return try .nextStep(number)
      case .elsewhere(let misplaced) where misplaced.store == .table:
        return try .nextStep(misplaced.version)
      default: throw AdoptionProblem.missing(table: "db_version", column: "db_version_num")
      }
    case .number(let place, let read):
      guard let number = try read() else { throw AdoptionProblem.nothing(in: place) }
      return try checked(number, place: place, origin: "adopted from \(place)")
    case .text(let place, let versions, let read):
      guard let text = try read() else { throw AdoptionProblem.nothing(in: place) }
      return try version(text, versions, place: place)
    case .query(let sql, let versions): return try query(sql, versions)
    }
  }

  private func checked(
    _ version: Int64, place: String, origin: String
  ) throws(AdoptionProblem) -> AdoptedVersion {
    guard version >= 0 else { throw .notAVersion("\(version)", in: place) }
    return AdoptedVersion(version, origin: origin)
  }

  private func userVersion() throws -> AdoptedVersion {
    let place = "PRAGMA user_version"
    let version = try connection.value("PRAGMA main.user_version")?.int64 ?? 0
    guard version != 0 else { throw AdoptionProblem.userVersionIsZero }
    return try checked(version, place: place, origin: "adopted from \(place)")
  }

  /// The origin is the smallest row and the installed version the greatest. Versions in between may be missing.
  private func schemaMigrations() throws -> AdoptedVersion {
    let versions = try column("version", of: "schema_migrations").map { value in
      guard let version = value.storedVersion, version >= 0 else {
        throw AdoptionProblem.notAVersion("\(value)", in: "schema_migrations")
      }
      return version
    }.sorted()
    guard let last = versions.last else {
      throw AdoptionProblem.noRows(table: "schema_migrations")
    }
    return AdoptedVersion(last, origin: "adopted from schema_migrations", applied: versions)
  }

  /// GRDB identifies migrations by name, in the order in which the app registers them, so the map has to give both. A
  /// version is reached if all migrations up to it were applied.
  private func grdbMigrations(_ versions: [String: Int64]) throws -> AdoptedVersion {
    let applied = Set(try column("identifier", of: "grdb_migrations").map { $0.string ?? "\($0)" })
    guard !applied.isEmpty else { throw AdoptionProblem.noRows(table: "grdb_migrations") }
    let unknown = applied.subtracting(versions.keys)
    guard unknown.isEmpty else { throw AdoptionProblem.unknownMigrations(unknown.sorted()) }
    let version = applied.compactMap { versions[$0] }.max() ?? 0
    let missing = versions.filter { $0.value > 0 && $0.value <= version }.keys
      .filter { !applied.contains($0) }
    guard missing.isEmpty else {
      throw AdoptionProblem.incompleteMigrations(missing: missing.sorted(), version: version)
    }
    guard version > 0 else { throw AdoptionProblem.nothing(in: "the map of grdb_migrations") }
    // The number comes from the app's map, so a number without a script is a mistake in the map.
    return AdoptedVersion(version, origin: "adopted from grdb_migrations", isGiven: true)
  }

  private func query(_ sql: String, _ versions: AppVersions) throws -> AdoptedVersion {
    let place = "a query"
    let statement = try connection.prepareOnly(sql)
    guard statement.isReadOnly else {
      throw SQLiteError.misuse("the query for the version changes the database", sql: sql)
    }
    guard try statement.step() else { throw AdoptionProblem.nothing(in: place) }
    let value = statement.value(0)
    guard !value.isNull else { throw AdoptionProblem.nothing(in: place) }
    // A text column may hold a number, and an app version without dots may be stored as one.
    return try version(value.description, versions, place: place)
  }

  private func version(
    _ text: String, _ versions: AppVersions, place: String
  ) throws(AdoptionProblem) -> AdoptedVersion {
    let text = text.trimmed
    guard !text.isEmpty else { throw .nothing(in: place) }
    guard versions.versions.isEmpty else {
      return AdoptedVersion(
        try versions.version(of: text), origin: "adopted from \(place) (app version \(text))")
    }
    guard let version = Int64(text) else { throw .notAVersion(text, in: place) }
    return try checked(version, place: place, origin: "adopted from \(place)")
  }

  private func column(_ column: String, of table: String) throws -> [SQLiteValue] {
    do throws(SQLiteError) {
      return try connection.rows("SELECT \(table).\(column) FROM main.\(table)").map { $0[0] }
    } catch {
      guard error.code == .error else { throw error }
      throw AdoptionProblem.missing(table: table, column: column)
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension AdoptedVersion {
  /// The classic manager's way of counting.
  static func nextStep(_ number: Int64) throws(MigrationRefusal) -> AdoptedVersion {
    guard number > 0 else { throw .malformed(.notAStep(number)) }
    return AdoptedVersion(number - 1, origin: "adopted from db_version")
  }
}
