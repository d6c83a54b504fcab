import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting

struct StatusCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows the version of each database and its pending scripts.",
    discussion: """
      Also lists applied scripts whose contents have changed since. Runs no script and creates no file; a \
      missing database is reported as new. As whenever a database is opened, SQLite rolls back what a \
      killed process has left half-finished.

      With --check, the exit status is 1 if there is anything to do. Reads no script, so it takes a few \
      milliseconds.

      Example:
        sqlscripts status app.sqlite
        sqlscripts status --check app.sqlite || sqlscripts migrate app.sqlite
      """)

  @OptionGroup var list: DatabaseList

  @Flag(help: "Exit with status 1 if a database is new, behind or refused.")
  var check = false

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var database: DatabaseOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
    var status = ExitStatus.fine
    var reports: [JSONText] = []
    for path in try list.paths(for: .reading, on: terminal) {
      let migrator = Migrator(path: path, library: library, options: database.options)
      do throws(MigrationFailure) {
        let found = try migrator.status(checkingDrift: !check)
        if check, !found.isUpToDate { status = max(status, .findings) }
        switch format {
        case .human: terminal.print(found.lines(of: path))
        case .json: reports.append(found.json(of: path, with: library.bundle))
        }
      } catch {
        let failure = CommandFailure(reading: error)
        status = max(status, failure.status)
        terminal.printError(failure)
        reports.append(MigrationStatus.json(of: path, error))
      }
    }
    if format == .json { terminal.print(.document([.init("databases", .array(reports))])) }
    return status
  }
}
