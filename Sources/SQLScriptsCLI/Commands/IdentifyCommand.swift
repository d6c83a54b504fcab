import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSchema
import SQLScriptsValidation

struct IdentifyCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Says which version of the scripts a database looks like.",
    discussion: """
      The scripts are run once, in memory, and the schema of each version is compared with that of the \
      database: by structure, not by how the SQL is written. Where several versions have the same schema, \
      all of them are named; where none has it, the nearest, with the differences. Rows are not compared.

      The exit status is 1 if no version has the schema of the database, or if a script fails.

      Example:
        sqlscripts identify unknown.sqlite
        sqlscripts identify unknown.sqlite --format json
      """)

  @Argument(help: "The database.", completion: .file())
  var database: String

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    try DatabaseArgument.check(database)
    let library = try scripts.library()
    let schema: SchemaSnapshot
    do throws(SQLiteError) {
      let connection = try Connection(
        path: database, mode: .readWrite, busyTimeout: Milliseconds(5000))
      schema = try VersionSchemas.snapshot(of: connection)
    } catch {
      throw CommandStop(looking: MigrationFailure(looking: error, at: database))
    }
    var found = Identification(of: schema)
    do throws(MigrationFailure) {
      found.compare(with: try VersionSchemas(library))
    } catch {
      throw CommandStop(looking: error)
    }
    if let failure = found.failure {
      terminal.complain(
        CommandStop(
          .findings, "only \(found.comparedWords) compared: \(failure.summary)",
          diagnostics: failure.diagnostics))
    }
    switch format {
    case .human: terminal.print(found.lines(of: database))
    case .json: terminal.print(found.json(of: database))
    }
    return found.isFound && found.failure == nil ? .fine : .findings
  }
}
