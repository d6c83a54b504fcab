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
    /// Whether the migration caused it.
    package var isNew = true
  }

  /// The version before the migration; nil for a new database.
  package let from: Int64?
  package let migration: MigrationRehearsal
  package let problems: [Problem]

  /// The foreign keys that rows violate although nothing failed: a script does not check them, or the violations are
  /// older, or the runner keeps and reports them (law 17).
  package let accepted: [Problem]

  /// The checks that ran. The others are compared with the new database.
  package var checks: [Check] { Check.allCases.filter { from != nil || $0 != .schema } }

  /// Migrates a copy of a database and checks it.
  ///
  /// - Parameters:
  ///   - before: a database that does not change meanwhile; it is only read.
  ///   - fresh: the schema of a new database; nil if this is one.
  ///   - limit: the time limit of a statement.
  package init(
    of before: Connection, named name: String, library: ScriptLibrary,
    options: MigrationOptions = MigrationOptions(), comparedWith fresh: SchemaSnapshot?,
    limit: Milliseconds
  ) throws(MigrationFailure) {
    let migration = try MigrationRehearsal(
      of: before, named: name, library: library, options: options, limit: limit)
    self.migration = migration
    from = migration.report.from
    let isUnchecked = migration.report.steps.contains { step in
      let file = library.bundle.scripts.first { $0.name == step.script }
      // It just ran, so it can be read.
      return file.flatMap { try? library.script($0) }?.foreignKeys == .unchecked
    }
    (problems, accepted) = try MigrationFailure.at(name) { () throws(SQLiteError) in
      var accepted: [Problem] = []
      var problems = try migration.connection.damage()
        .map { Problem(check: .integrity, words: "the database is damaged: \($0)") }
      let after = try Self.orphans(migration.connection, migration.schemas.after)
      let orphans = (
        before: try Self.orphans(before, migration.schemas.before).counts, after: after.counts,
        unusable: after.unusable
      )
      for (reference, count) in orphans.after.sorted(by: {
        ($0.key.child, $0.key.parent) < ($1.key.child, $1.key.parent)
      }) {
        let known = orphans.before[reference]
        // The runner has accepted the others (law 17): violations of a new reference or of a missing table.
        let isNew = known.map { count > $0 } ?? false
        if isNew, !isUnchecked, migration.schemas.after[reference.parent] != nil {
          problems.append(reference.problem(count - (known ?? 0)))
        } else if isUnchecked, count > known ?? 0 {
          accepted.append(
            reference.problem(
              count - (known ?? 0), suffix: ", and a script does not check foreign keys"))
        } else if count > 0 {
          accepted.append(reference.problem(count, isNew: false))
        }
      }
      for table in orphans.unusable {
        accepted.append(
          Problem(
            check: .foreignKeys, words: "the foreign keys of “\(table)” cannot be checked",
            isNew: false))
      }
      guard let fresh else { return (problems, accepted) }
      let differences = SchemaDifference(from: fresh, to: migration.schemas.after).changes
      problems += differences.filter { !$0.isCosmetic }
        .map { Problem(check: .schema, words: "compared with a new database, it \($0)") }
      return (problems, accepted)
    }
  }

  private struct Reference: Hashable {
    let child: SQLName
    let parent: SQLName

    func problem(_ count: Int, suffix: String = "", isNew: Bool = true) -> Problem {
      Problem(
        check: .foreignKeys,
        words: (count == 1
          ? "1 row of “\(child)” references a missing row in “\(parent)”"
          : "\(count) rows of “\(child)” reference missing rows in “\(parent)”") + suffix,
        isNew: isNew)
    }
  }

  /// The number of rows that reference missing rows, for each reference that can be checked, and the tables with
  /// references that cannot.
  private static func orphans(
    _ connection: Connection, _ schema: SchemaSnapshot
  ) throws(SQLiteError) -> (counts: [Reference: Int], unusable: [String]) {
    var orphans: [Reference: Int] = [:]
    var unusable: [String] = []
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
        unusable.append(table.name)
      }
    }
    return (orphans, unusable.sorted())
  }
}
