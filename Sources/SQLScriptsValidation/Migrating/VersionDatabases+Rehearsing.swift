import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSchema
import SQLScriptsScratch

extension VersionDatabases {
  /// Creates a new database, and then migrates a database of each of these versions with sample rows.
  ///
  /// If the new database cannot be created, the others are skipped, because there is nothing to compare them with.
  ///
  /// - Parameters:
  ///   - starts: some of `versions`, ascending.
  ///   - body: called after each, with the version; nil for the new database.
  package func rehearse(
    from starts: [Int64],
    _ body: (_ from: Int64?, Result<VersionRehearsal, MigrationFailure>) -> Void
  ) {
    let fresh: VersionRehearsal
    do throws(MigrationFailure) {
      fresh = try new()
    } catch {
      return body(nil, .failure(error))
    }
    body(nil, .success(fresh))
    for version in starts {
      do throws(MigrationFailure) {
        let before = try database(at: version, hasSamples: true)
        body(
          version,
          .success(
            try rehearsal(
              of: before, named: "a database of version \(version)",
              comparedWith: fresh.migration.schemas.after, limit: Deadline.ofStatement)))
      } catch {
        body(version, .failure(error))
      }
    }
  }

  /// Creates a new database of the latest version.
  package func new() throws(MigrationFailure) -> VersionRehearsal {
    try rehearsal(
      of: try Self.memory(options), named: "a new database", comparedWith: nil,
      limit: Deadline.ofStatement)
  }

  /// Migrates a copy of a database to the latest version.
  ///
  /// - Parameter limit: the time limit of a statement.
  package func rehearsal(
    of before: Connection, named name: String, comparedWith fresh: SchemaSnapshot?,
    limit: Milliseconds = Deadline.onRealRows
  ) throws(MigrationFailure) -> VersionRehearsal {
    try VersionRehearsal(
      of: before, named: name, library: library, options: options, comparedWith: fresh,
      limit: limit)
  }
}
