import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSchema
import SQLScriptsValidation

struct IdentifyCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Finds the version whose schema matches a database.",
    discussion: """
      Runs the scripts in memory and compares the schema of each version with the database: by structure, \
      not by the way the SQL is written. Rows are not compared. If several versions match, lists all of \
      them. If none matches, shows the closest one with the differences.

      The exit status is 1 if no version matches or if a script fails.

      Example:
        sqlscripts identify unknown.sqlite
        sqlscripts identify unknown.sqlite --format json
      """)

  @Argument(help: "The database.", completion: .file())
  var database: String

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    try DatabaseArgument.check(database)
    let library = try scripts.library()
    let schema: SchemaSnapshot
    do throws(SQLiteError) {
      let connection = try Connection(
        path: database, mode: .readWrite, busyTimeout: Milliseconds(5000))
      schema = try VersionSchemas.snapshot(of: connection)
    } catch {
      throw CommandFailure(reading: MigrationFailure(reading: error, at: database))
    }
    var found = Identification(of: schema)
    do throws(MigrationFailure) {
      found.compare(with: try VersionSchemas(library))
    } catch {
      throw CommandFailure(reading: error)
    }
    if let failure = found.failure {
      terminal.printError(
        CommandFailure(
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
