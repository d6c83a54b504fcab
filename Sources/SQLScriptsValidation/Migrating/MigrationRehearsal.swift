import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSchema
import SQLScriptsScratch

/// A migration that ran on a copy with the same runner as on a user's device, and its result.
package struct MigrationRehearsal {
  package let report: MigrationReport

  /// The schema before it and after it.
  package let schemas: (before: SchemaSnapshot, after: SchemaSnapshot)

  /// The tables of both, by name.
  package let tables: [TableRows]

  /// The copy after the migration.
  package let connection: Connection

  /// The schema changes, with the renames of the scripts first.
  package let difference: SchemaDifference

  /// The number of bytes of a copy that stay in memory.
  package static let cache: Int64 = 64 << 20

  /// Migrates a copy of a database.
  ///
  /// - Parameters:
  ///   - before: a database that does not change meanwhile; it is only read.
  ///   - name: its name in failures.
  ///   - version: the version to migrate to; nil for the latest.
  ///   - limit: the time limit of a statement.
  package init(
    of before: Connection, named name: String, library: ScriptLibrary,
    options: MigrationOptions = MigrationOptions(), to version: Int64? = nil,
    limit: Milliseconds = Deadline.onRealRows
  ) throws(MigrationFailure) {
    let copy = try MigrationFailure.at(name) { () throws(SQLiteError) in
      try Connection(temporaryWithCache: Self.cache)
    }
    try copy.prepare(with: options, for: name)
    try MigrationFailure.at(name) { () throws(SQLiteError) in
      try copy.copyAll(of: before, busyTimeout: Milliseconds(0))
      copy.limitEachStatement(Deadline(of: limit))
    }
    var options = options
    // Each script runs separately, so that its time can be measured.
    options.groupCommit = .zero
    options.backup = nil
    do throws(MigrationFailure) {
      let migrator = Migrator(connection: copy, library: library, options: options)
      report = try migrator.migrate(to: version)
    } catch {
      throw MigrationFailure(reason: error.reason, report: error.report, database: name)
    }
    let steps = report.steps
    (schemas, tables, difference) = try MigrationFailure.at(name) { () throws(SQLiteError) in
      let schemas = (
        before: try VersionSchemas.snapshot(of: before),
        after: try VersionSchemas.snapshot(of: copy)
      )
      var names = TableNames(schemas.before)
      for step in steps {
        let file = library.bundle.scripts.first { $0.name == step.script }
        // It just ran, so it can be read.
        if let file, let script = try? library.script(file) { names.follow(script) }
      }
      let comparison = RowComparison(
        before: (before, schemas.before), after: (copy, schemas.after), names: names,
        renumbersRows: steps.contains { !$0.isAtomic })
      let renamed = RenamedSchema(names, from: schemas.before, to: schemas.after)
      return (schemas, try comparison.tables(), renamed.difference(of: before, schemas))
    }
    connection = copy
  }
}

extension MigrationFailure {
  /// Reads a database, and turns an SQLite error into a migration failure.
  static func at<Result>(
    _ name: String, _ body: () throws(SQLiteError) -> Result
  ) throws(MigrationFailure) -> Result {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw MigrationFailure(reading: error, at: name)
    }
  }
}
