import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A database of one version that was brought up to date, and whether it is then as it should be.
package struct VersionRehearsal {
  /// What must hold afterwards.
  package enum Check: String, Sendable, CaseIterable {
    case integrity, foreignKeys, schema
  }

  package struct Problem: Sendable, Hashable {
    package let check: Check
    package let words: String
  }

  /// The version that it came from; nil for a new database.
  package let from: Int64?
  package let migration: MigrationRehearsal
  package let problems: [Problem]

  /// What was looked at: a new database is what the others are compared with.
  package var checks: [Check] { Check.allCases.filter { from != nil || $0 != .schema } }

  /// Migrates a copy of a database, and looks at it.
  ///
  /// - Parameters:
  ///   - before: a database that nobody changes meanwhile; it is only read.
  ///   - fresh: the schema of a new database; nil if this is one.
  package init(
    of before: Connection, named name: String, library: ScriptLibrary,
    options: MigrationOptions = MigrationOptions(), comparedWith fresh: SchemaSnapshot?
  ) throws(MigrationFailure) {
    let migration = try MigrationRehearsal(
      of: before, named: name, library: library, options: options)
    self.migration = migration
    from = migration.report.from
    problems = try MigrationFailure.at(name) { () throws(SQLiteError) in
      var problems = try migration.connection.damage()
        .map { Problem(check: .integrity, words: "the database is damaged: \($0)") }
      let orphans = (
        before: try Self.orphans(before, migration.schemas.before),
        after: try Self.orphans(migration.connection, migration.schemas.after)
      )
      for (reference, count) in orphans.after.sorted(by: {
        ($0.key.child, $0.key.parent) < ($1.key.child, $1.key.parent)
      }) {
        // What a new reference finds is for the runner to say (law 17), which has let it pass.
        guard let known = orphans.before[reference], count > known else { continue }
        let new = count - known
        problems.append(
          Problem(
            check: .foreignKeys,
            words: new == 1
              ? "1 row of “\(reference.child)” refers to a missing row in “\(reference.parent)”"
              : "\(new) rows of “\(reference.child)” refer to missing rows in “\(reference.parent)”"
          ))
      }
      guard let fresh else { return problems }
      let differences = SchemaDifference(from: fresh, to: migration.schemas.after).changes
      return problems
        + differences.filter { !$0.isCosmetic }
        .map { Problem(check: .schema, words: "compared with a new database it \($0)") }
    }
  }

  private struct Reference: Hashable {
    let child: SQLName
    let parent: SQLName
  }

  /// How many rows refer to rows that are not there, for each reference that can be checked.
  private static func orphans(
    _ connection: Connection, _ schema: SchemaSnapshot
  ) throws(SQLiteError) -> [Reference: Int] {
    var orphans: [Reference: Int] = [:]
    for table in schema.tables.values where !table.foreignKeys.isEmpty {
      let reference = { (parent: String) in
        Reference(child: SQLName(table.name), parent: SQLName(parent))
      }
      var counts = Dictionary(
        table.foreignKeys.map { (reference($0.parent), 0) }, uniquingKeysWith: { first, _ in first }
      )
      do throws(SQLiteError) {
        let check = try connection.prepare(
          "PRAGMA main.foreign_key_check(\(table.name.quotedName))")
        while try check.step() {
          counts[reference(check.value(2).string ?? ""), default: 0] += 1
        }
        orphans.merge(counts) { $0 + $1 }
      } catch {
        // A reference to columns that are not unique, of which the validator has its say.
        guard error.said == .foreignKeyMismatch else { throw error }
      }
    }
    return orphans
  }
}
