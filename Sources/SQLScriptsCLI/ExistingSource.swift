import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// The database or file from which `init` takes the first schema.
struct ExistingSource {
  private let source: SchemaSource
  private let schema: ExistingSchema

  /// The version in the database; nil if it has none.
  private let installed: Int64?

  /// `PRAGMA user_version` of a database without a version, which often is the app's; 0 if it was never set.
  private let userVersion: Int64

  init(_ source: SchemaSource) throws {
    self.source = source
    let connection = try source.connection()
    do throws(SQLiteError) {
      schema = try ExistingSchema(connection)
    } catch {
      throw CommandFailure(reading: MigrationFailure(reading: error, at: source.name))
    }
    if case .database = source {
      let nothing = ScriptLibrary(ScriptBundle(scripts: []))
      let migrator = Migrator(
        connection: connection, library: nothing, options: MigrationOptions())
      installed = try? migrator.status().installed
    } else {
      installed = nil
    }
    userVersion = (try? connection.value("PRAGMA main.user_version"))??.int64 ?? 0
  }

  /// The version that the default script creates.
  var version: Int64 { max(1, installed ?? userVersion) }

  /// The database, if its version has to be recorded.
  var databaseToAdopt: String? {
    guard case .database(let path) = source, installed == nil else { return nil }
    return path
  }

  /// What was left out.
  var notes: [StyledText] {
    guard schema.hasRows else { return [] }
    var line = StyledText("note", .info)
    line.append(
      ": rows were not copied. Insert the rows that every new database needs in sql_default.")
    return [line]
  }

  func bundle(
    format: ScriptFile.Format, numbering: BundleSettings.Numbering
  ) throws -> FirstBundle {
    do throws(FirstBundle.Refusal) {
      return try FirstBundle(of: schema, version: version, format: format, numbering: numbering)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ refusal: FirstBundle.Refusal) -> CommandFailure {
    switch refusal {
    case .noSchema: CommandFailure(.findings, "“\(source.name)” has no tables")
    case .unwritable(let words):
      CommandFailure(
        .findings, "this format cannot hold \(words.joined(separator: ", "))",
        help: "Pass --format json.")
    case .differs(let words):
      CommandFailure(
        .defect,
        "a new database would differ, so nothing was written: "
          + words.prefix(5).joined(separator: "; "))
    case .database(let error): CommandFailure(.couldNotRun, error.message)
    }
  }
}
