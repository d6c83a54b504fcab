import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSchema

extension VersionDatabases {
  /// Makes a new database, and then brings one of each older version up to date, with sample rows in it.
  ///
  /// A new database that cannot be made is the only one: there is nothing to compare the others with.
  ///
  /// - Parameter body: called after each, with the version; nil for the new database.
  package func rehearse(
    _ body: (_ from: Int64?, Result<VersionRehearsal, MigrationFailure>) -> Void
  ) {
    let fresh: VersionRehearsal
    do throws(MigrationFailure) {
      fresh = try new()
    } catch {
      return body(nil, .failure(error))
    }
    body(nil, .success(fresh))
    for version in versions {
      do throws(MigrationFailure) {
        let before = try database(at: version, hasSamples: true)
        body(
          version,
          .success(
            try rehearsal(
              of: before, named: "a database of version \(version)",
              comparedWith: fresh.migration.schemas.after)))
      } catch {
        body(version, .failure(error))
      }
    }
  }

  /// Makes a new database of the latest version.
  package func new() throws(MigrationFailure) -> VersionRehearsal {
    try rehearsal(of: try Self.memory(), named: "a new database", comparedWith: nil)
  }

  /// Brings a copy of a database up to date.
  package func rehearsal(
    of before: Connection, named name: String, comparedWith fresh: SchemaSnapshot?
  ) throws(MigrationFailure) -> VersionRehearsal {
    try VersionRehearsal(
      of: before, named: name, library: library, options: options, comparedWith: fresh)
  }
}
