/// Signs of another tool's versions in a database without a version (law 20).
enum AdoptionHint {
  /// Version tables of other tools, with the adoption for an app and for the command line.
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

  /// Advice to append to a sentence; empty if there are no signs.
  static func words(_ objects: [String]) -> String {
    guard let (table, owner, adoption, option) = tables.first(where: { objects.contains($0.0) })
    else { return "" }
    return
      ". \(owner) created the table \(table): adopt it with \(adoption), or with “sqlscripts adopt DATABASE"
      + " \(option)”"
  }
}
