import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

struct HistoryCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Shows what was applied to a database, when, and from which file.",
    discussion: """
      The database keeps its own history, so no scripts are needed.

      Example:
        sqlscripts history app.sqlite
      """)

  @Argument(help: "The database.", completion: .file())
  var database: String

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var databaseOptions: DatabaseOptions
  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    try DatabaseArgument.check(database)
    let migrator = Migrator(
      path: database, scripts: ScriptBundle(scripts: []), options: databaseOptions.options)
    let history: [HistoryEntry]
    do throws(MigrationFailure) {
      history = try migrator.historyOfExisting()
    } catch {
      throw CommandStop(looking: error)
    }
    switch format {
    case .human: terminal.print(history.lines(of: database))
    case .json: terminal.print(history.json(of: database))
    }
    return .fine
  }
}
