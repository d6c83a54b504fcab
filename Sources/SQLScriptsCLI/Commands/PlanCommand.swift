import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics

struct PlanCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Shows what migrate would do to a database.",
    discussion: """
      The scripts of the plan are read, and nothing is changed. A database that is not there is a new \
      one.

      Example:
        sqlscripts plan app.sqlite
        sqlscripts plan app.sqlite --to 7
      """)

  @Argument(help: "The database.", completion: .file())
  var database: String

  @Option(help: ArgumentHelp("The version to stop at. (default: the latest)", valueName: "version"))
  var to: Int64?

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var databaseOptions: DatabaseOptions
  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    let migrator = Migrator(
      path: database, library: try scripts.library(), options: databaseOptions.options)
    let plan: MigrationPlan
    let descriptions: [String?]
    do throws(MigrationFailure) {
      plan = try migrator.plan(to: to)
      descriptions = try migrator.descriptions(of: plan)
    } catch {
      throw CommandStop(looking: error)
    }
    switch format {
    case .human: terminal.print(plan.lines(of: database, descriptions))
    case .json: terminal.print(plan.json(of: database, descriptions))
    }
    return .fine
  }
}
