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

  /// The objects of all versions.
  private(set) var names: Set<SQLName> = []

  /// The latest version that was created.
  private var reached: Int64 = 0

  /// - Parameter wanted: the only version whose schema is needed; nil for all. Reading every table of each version takes
  ///   longer than creating them.
  /// - Throws: `MigrationFailure`, `SQLiteError` if a script fails in an empty database.
  init(
    _ library: ScriptLibrary, _ options: MigrationOptions, at wanted: Int64? = nil
  ) throws {
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
    for (index, step) in plan.steps.enumerated() {
      if case .update = step.script.kind, coded.contains(step.version) { return }
      if let connection {
        try Migrator(connection: connection, library: library, options: options)
          .migrate(to: step.version)
      } else {
        connection = try Migrator(path: ":memory:", library: library, options: options)
          .open(at: step.version)
      }
      guard let connection else { continue }
      reached = step.version
      names.formUnion(try SchemaOutline.names(connection))
      let next = plan.steps.dropFirst(index + 1).first?.version ?? .max
      if let wanted, !(step.version...max(step.version, next - 1)).contains(wanted) { continue }
      versions.append((step.version, try SchemaOutline(connection)))
    }
  }

  /// The schema at a version. With timestamps, a version between two updates has that of the earlier one.
  func outline(at version: Int64) -> SchemaOutline? {
    guard version <= reached else { return nil }
    return versions.last { $0.version <= version }?.outline
  }

  /// The latest version whose schema a database has.
  func version(of found: SchemaOutline) -> Int64? {
    versions.last { $0.outline.differences(to: found, known: names).isEmpty }?.version
  }
}
