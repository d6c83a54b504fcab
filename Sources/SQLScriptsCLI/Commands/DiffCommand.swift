import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSchema
import SQLScriptsValidation

struct DiffCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows how two schemas differ.",
    discussion: """
      Each one is a version of the scripts, a database, or a .sql file that creates it. Compares the \
      structure, not the way the SQL is written, and ignores the tables in which versions are stored.

      Example:
        sqlscripts diff 4 5
        sqlscripts diff 5 app.sqlite --check
        sqlscripts diff wanted.sql app.sqlite
      """)

  @Argument(
    help: ArgumentHelp("A version, a database or a .sql file.", valueName: "a"),
    completion: .file())
  var old: String

  @Argument(help: ArgumentHelp("Another one.", valueName: "b"), completion: .file())
  var new: String

  @Flag(help: "Exit with status 1 if they differ.")
  var check = false

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let sources = (old: SchemaSource(old), new: SchemaSource(new))
    let difference = SchemaDifference(
      from: try snapshot(of: sources.old), to: try snapshot(of: sources.new))
    switch format {
    case .human:
      terminal.print(difference.lines(from: sources.old.name, to: sources.new.name))
    case .json:
      terminal.print(difference.json(from: sources.old.name, to: sources.new.name))
    }
    return check && !difference.isEmpty ? .findings : .fine
  }

  private func snapshot(of source: SchemaSource) throws -> SchemaSnapshot {
    let connection = try source.connection(scripts)
    do throws(SQLiteError) {
      return try VersionSchemas.snapshot(of: connection)
    } catch {
      throw CommandFailure(reading: MigrationFailure(reading: error, at: source.name))
    }
  }
}
