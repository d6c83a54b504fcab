import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics

struct StatusCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Says at which version databases are, and what they still need.",
    discussion: """
      Applied scripts that were changed since are named, too. No script runs and no file is made: a \
      database that is not there is a new one. SQLite rolls back what a killed process has left half done \
      in a database, as it does whenever somebody opens it.

      With --check the exit status is 1 if there is anything to do. No script is read for that, so it \
      takes a few milliseconds.

      Example:
        sqlscripts status app.sqlite
        sqlscripts status --check app.sqlite || sqlscripts migrate app.sqlite
      """)

  @OptionGroup var list: DatabaseList

  @Flag(help: "Exit with 1 if a database is new, behind or refused.")
  var check = false

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var database: DatabaseOptions
  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
    var status = ExitStatus.fine
    var reports: [JSONText] = []
    for path in try list.paths(for: .reading, on: terminal) {
      let migrator = Migrator(path: path, library: library, options: database.options)
      do throws(MigrationFailure) {
        let found = try migrator.status(checkingDrift: !check)
        if check, !found.isUpToDate { status = max(status, .findings) }
        if format == .human { terminal.print(found.lines(of: path)) }
        reports.append(found.json(of: path))
      } catch {
        let stop = CommandStop(looking: error)
        status = max(status, stop.status)
        terminal.complain(stop)
        reports.append(MigrationStatus.json(of: path, error))
      }
    }
    if format == .json { terminal.print(.document([.init("databases", .array(reports))])) }
    return status
  }
}
