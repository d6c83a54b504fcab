import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The checks of a database after its migration.
struct MigrationExpectation {
  let databases: VersionDatabases

  /// The tables that may lose rows, in lower case.
  let losing: Set<String>

  /// The schema of a new database.
  private let fresh: SchemaSnapshot

  init(
    _ scripts: ScriptBundle, _ options: MigrationOptions, losing tables: [String]
  ) throws(MigrationFailure) {
    databases = try VersionDatabases(ScriptLibrary(scripts), options: options)
    losing = Set(tables.map { $0.asciiLowercased })
    fresh = try databases.new().migration.schemas.after
  }

  /// Migrates a copy of a database.
  ///
  /// - Returns: the copy, and the failed checks.
  func migrate(
    _ before: Connection, named name: String
  ) throws(MigrationFailure) -> (connection: Connection, problems: [String]) {
    let rehearsal = try databases.rehearsal(of: before, named: name, comparedWith: fresh)
    let way = "\(name), migrated to version \(rehearsal.migration.report.to): "
    // A test also fails for violations that a script permits.
    let broken = rehearsal.problems + rehearsal.accepted.filter(\.isNew)
    let problems = broken.map(\.words) + rehearsal.migration.tables.compactMap(loss)
    return (rehearsal.migration.connection, problems.map { way + $0 })
  }

  /// A message if a table has fewer rows than before; nil if not, or if it may.
  private func loss(_ table: TableRows) -> String? {
    let help = "If this is intended, add the table to “losingRowsOf”."
    guard table.removed > 0, !losing.contains(table.name.asciiLowercased) else { return nil }
    if case .renamed(let old) = table.outcome, losing.contains(old.asciiLowercased) { return nil }
    let rows = table.removed == 1 ? "1 row" : "\(table.removed) rows"
    return table.after == nil
      ? "“\(table.name)” was dropped with \(rows). \(help)"
      : "“\(table.name)” lost \(rows) of \(table.before ?? 0). \(help)"
  }
}

extension MigrationFailure {
  /// The failure for a test: the places in the scripts, or else the summary.
  var testWords: String {
    let lines = diagnostics.advised().flatMap { HumanRenderer().lines($0) }
    let help = help.map { "\nhelp: \($0)" } ?? ""
    if lines.isEmpty { return "\(database): \(summary)\(help)" }
    return "\(database) cannot be migrated:\n\(Painter.plain.text(lines))\(help)"
  }
}
