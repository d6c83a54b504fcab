import ArgumentParser
import SQLScripts
import SQLScriptsDatabase

@main
struct SQLScriptsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sqlscripts",
    abstract: "Brings SQLite databases up to date from a folder of scripts.",
    discussion: """
      A script bundle is a folder with sql_default, which makes a new database, and sql_update_2, \
      sql_update_3 and so on, each of which leads to the next version. A script is a property list, \
      JSON or plain SQL.

      “sqlscripts --version” prints the version of the command.

      Exit status: 0 fine; 1 something was found, a migration stopped, or there is work to do \
      (--check); 2 it could not look: no scripts, no database, bad settings; 64 wrong usage; \
      70 a defect of sqlscripts itself.

      Example:
        sqlscripts init
        sqlscripts new "add age to users"
        sqlscripts validate
        sqlscripts migrate app.sqlite
      """,
    subcommands: [
      InitCommand.self, NewCommand.self, ValidateCommand.self, ReleaseCommand.self,
      ExplainCommand.self, RulesCommand.self, StatusCommand.self, PlanCommand.self,
      MigrateCommand.self, RehearseCommand.self, HistoryCommand.self, AdoptCommand.self,
      IdentifyCommand.self,
      SchemaCommand.self, ConvertCommand.self, FormatCommand.self, DiffCommand.self,
      SquashCommand.self, GenerateCommand.self, BackupCommand.self, RestoreCommand.self,
    ])

  static func main() {
    System.keepStreamsFromFiles()
    System.ignoreClosedPipes()
    Connection.stopCountingMemory()
    // The parser's own --version would answer for that of “adopt” wherever another option is wrong.
    if CommandLine.arguments.dropFirst() == ["--version"] {
      return Terminal(color: .auto).printText("\(SQLScriptsVersion.current)\n")
    }
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      exit(withError: error)
    }
  }
}
