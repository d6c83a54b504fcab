import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// The schemas that the scripts create, version by version, in a database in memory.
///
/// It knows the versions that the scripts alone create: from the default script, or from the first update. The code of
/// the app does not run, so a version with a code step ends the list.
struct ScriptSchemas {
  /// The version and schema of each step, the oldest first.
  private(set) var versions: [(version: Int64, outline: SchemaOutline)] = []

  /// - Throws: `MigrationFailure`, `SQLiteError` if a script fails in an empty database.
  init(_ library: ScriptLibrary, _ options: MigrationOptions) throws {
    var options = options
    options.observer = nil
    options.backup = nil
    options.adoption = nil
    options.cancellation = nil
    let coded = Set(options.codeSteps.map(\.version))
    options.codeSteps = []
    let plan = try library.plan(
      for: .new, to: nil, history: [], hasMinimum: false, options: options)
    var connection: Connection?
    for step in plan.steps {
      if case .update = step.script.kind, coded.contains(step.version) { return }
      if let connection {
        try Migrator(connection: connection, library: library, options: options)
          .migrate(to: step.version)
      } else {
        connection = try Migrator(path: ":memory:", library: library, options: options)
          .open(at: step.version)
      }
      if let connection { versions.append((step.version, try SchemaOutline(connection))) }
    }
  }

  /// The schema at a version. With timestamps, a version between two updates has that of the earlier one.
  func outline(at version: Int64) -> SchemaOutline? {
    guard version <= versions.last?.version ?? 0 else { return nil }
    return versions.last { $0.version <= version }?.outline
  }

  /// The objects of all versions.
  var names: Set<SQLName> { Set(versions.flatMap(\.outline.objects.keys)) }

  /// The latest version whose schema a database has.
  func version(of found: SchemaOutline) -> Int64? {
    let names = names
    return versions.last { $0.outline.differences(to: found, known: names).isEmpty }?.version
  }
}
