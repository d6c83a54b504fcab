import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

struct HistoryCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Shows which scripts were applied to a database, and when.",
    discussion: """
      The database stores its own history, so no scripts are needed.

      Example:
        sqlscripts history app.sqlite
      """)

  @Argument(help: "The database.", completion: .file())
  var database: String

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var databaseOptions: DatabaseOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    try DatabaseArgument.check(database)
    let migrator = Migrator(
      path: database, scripts: ScriptBundle(scripts: []), options: databaseOptions.options)
    let history: [HistoryEntry]
    do throws(MigrationFailure) {
      history = try migrator.historyOfExisting()
    } catch {
      throw CommandFailure(reading: error)
    }
    switch format {
    case .human: terminal.print(history.lines(of: database))
    case .json: terminal.print(history.json(of: database))
    }
    return .fine
  }
}
