import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A migrated database of one version, and the problems found in it.
package struct VersionRehearsal {
  /// The checks after the migration.
  package enum Check: String, Sendable, CaseIterable {
    case integrity, foreignKeys, schema
  }

  package struct Problem: Sendable, Hashable {
    package let check: Check
    package let words: String
  }

  /// The version before the migration; nil for a new database.
  package let from: Int64?
  package let migration: MigrationRehearsal
  package let problems: [Problem]

  /// The checks that ran. The others are compared with the new database.
  package var checks: [Check] { Check.allCases.filter { from != nil || $0 != .schema } }

  /// Migrates a copy of a database and checks it.
  ///
  /// - Parameters:
  ///   - before: a database that does not change meanwhile; it is only read.
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
        // The runner reports violations of a new reference (law 17), and it accepted them.
        guard let known = orphans.before[reference], count > known else { continue }
        let new = count - known
        problems.append(
          Problem(
            check: .foreignKeys,
            words: new == 1
              ? "1 row of “\(reference.child)” references a missing row in “\(reference.parent)”"
              : "\(new) rows of “\(reference.child)” reference missing rows in “\(reference.parent)”"
          ))
      }
      guard let fresh else { return problems }
      let differences = SchemaDifference(from: fresh, to: migration.schemas.after).changes
      return problems
        + differences.filter { !$0.isCosmetic }
        .map { Problem(check: .schema, words: "compared with a new database, it \($0)") }
    }
  }

  private struct Reference: Hashable {
    let child: SQLName
    let parent: SQLName
  }

  /// The number of rows that reference missing rows, for each reference that can be checked.
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
        // A reference to columns that are not unique, which the validator reports.
        guard error.said == .foreignKeyMismatch else { throw error }
      }
    }
    return orphans
  }
}
