import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsTorture
import SQLScriptsValidation

struct RehearseCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Runs all updates from every version on, with sample rows, and tells what happens.",
    discussion: """
      What validate proves, step by step: a new database, and then a database of every older version, \
      filled with sample rows and brought up to date as on a user's device. Of each it tells how long the \
      scripts took, how the schema changed and what became of the rows, and whether the file is whole, \
      every row has the rows it refers to, and the schema is that of a new database. All of it is in memory.

      --torture then shows on the same databases that nothing is lost when something breaks. It lets each read, \
      write, sync, truncation, deletion, opening and lock fail, once or from then on, cuts the power after \
      each with what was not synced kept, lost or torn, and stops between scripts. Each time the file must \
      be whole, with version, history, schema and rows of one version of an undisturbed run, and the next \
      run must come to the same end. The figures say how many of how many were tried in --seconds; the \
      line about a case that went wrong says how to repeat it. All of it is in a folder for temporary \
      files, and SQLite's clock stands still. --with-data begins with a copy of a database of yours, too.

      A version older than the oldest script cannot be made; a database of it can be tried with \
      “sqlscripts plan DB --rehearse”.

      Example:
        sqlscripts rehearse
        sqlscripts rehearse --format json
        sqlscripts rehearse --torture --seconds 600 --seed 7
        sqlscripts rehearse --torture --with-data app.sqlite
      """)

  @OptionGroup var torture: TortureOptions

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
    let data = try torture.data(for: library)
    let databases: VersionDatabases
    do throws(MigrationFailure) {
      databases = try VersionDatabases(library)
    } catch {
      throw CommandStop(looking: error)
    }
    var runs: [VersionRun] = []
    databases.rehearse { from, result in
      let run = VersionRun(from: from, to: databases.latest, result: result)
      if format == .human {
        let width = terminal.excerptWidth
        terminal.print(run.lines(width: width) + [StyledText()])
      }
      runs.append(run)
    }
    if format == .human { terminal.print(VersionRun.summary(of: runs)) }
    var status = runs.map(\.status).max() ?? .fine
    var report: BundleTorture?
    // Where not even a new database can be made there is nothing to disturb.
    if torture.isOn, case .success? = runs.first?.result {
      report = try torture.run(library, with: data, on: terminal)
    }
    if torture.isOn, report == nil, format == .human {
      terminal.print([StyledText(), StyledText("Not tortured: the scripts fail by themselves.")])
    }
    if let report {
      status = max(status, report.status)
      if format == .human { terminal.print([StyledText()] + report.lines) }
    }
    if format == .json {
      terminal.print(VersionRun.json(of: runs, latest: databases.latest, torture: report))
    }
    System.endIfInterrupted()
    return status
  }
}
