/// What a database without a version shows of the way in which others have kept one (law 20).
enum AdoptionHint {
  /// Tables in which others keep versions, with what reads them in an app and on the command line.
  private static let tables = [
    (
      "grdb_migrations", "GRDB", "Adoption.grdb with a map of its identifiers",
      "--from grdb --map MAP.json"
    ),
    (
      "schema_migrations", "FMDBMigrationManager", "Adoption.fmdbMigrationManager", "--from fmdb"
    ),
  ]

  /// The names of those tables.
  static var tableNames: [String] { tables.map(\.0) }

  /// The adoption that helps, to be put behind a sentence; empty where nothing is to be seen.
  static func words(_ objects: [String]) -> String {
    guard let (table, owner, adoption, option) = tables.first(where: { objects.contains($0.0) })
    else { return "" }
    return
      ". \(owner) created the table \(table): adopt it with \(adoption), or with “sqlscripts adopt DATABASE"
      + " \(option)”"
  }
}
