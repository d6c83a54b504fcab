import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
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

      A version older than the oldest script cannot be made; a database of it can be tried with \
      “sqlscripts plan DB --rehearse”.

      Example:
        sqlscripts rehearse
        sqlscripts rehearse --format json
      """)

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
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
    let status = runs.map(\.status).max() ?? .fine
    switch format {
    case .human: terminal.print(VersionRun.summary(of: runs))
    case .json: terminal.print(VersionRun.json(of: runs, latest: databases.latest))
    }
    return status
  }
}
