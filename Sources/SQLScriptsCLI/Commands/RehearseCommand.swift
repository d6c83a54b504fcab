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
    abstract: "Test-runs every upgrade path on scratch databases with sample rows.",
    discussion: """
      Creates a new database and a database of every older version, fills them with sample rows and \
      migrates them in memory. If there are many versions, it starts from the oldest, the newest and some \
      in between, which go through all others; the last line says so. For each it reports the time of the scripts, the schema changes and what \
      happened to the rows. It checks that the database passes the integrity check, that no row newly violates \
      a foreign key that the scripts check, and that the schema is the same as in a new database. Problems \
      that only released scripts cause are one line and cause no exit status 1, because nobody can correct \
      them.

      With --torture, repeats these runs while injecting I/O errors and simulated power cuts. After each \
      fault the database must be intact, at exactly one version with the right history, schema and rows, \
      and able to finish on the next run. The report says how many of the possible cases were run in \
      --seconds, and how to repeat a case that failed. The files are in the temporary folder, and SQLite's \
      clock stands still. --with-data also starts from a copy of your database.

      With --describe, first says in words what the scripts do that are not released.

      Databases older than the oldest script cannot be created. Test one with “sqlscripts plan DB \
      --rehearse”.

      Example:
        sqlscripts rehearse
        sqlscripts rehearse --describe
        sqlscripts rehearse --format json
        sqlscripts rehearse --torture --seconds 600 --seed 7
        sqlscripts rehearse --torture --with-data app.sqlite
      """)

  @OptionGroup var torture: TortureOptions

  @Flag(help: "Start from every version, however long it takes.")
  var everyVersion = false

  @Flag(help: "Say what each script that is not released does.")
  var describe = false

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
    let data = try torture.data(for: library)
    let databases: VersionDatabases
    do throws(MigrationFailure) {
      databases = try VersionDatabases(library)
    } catch {
      throw CommandFailure(reading: error)
    }
    let sentences = describe ? ScriptSentences(library) : nil
    if let sentences, format == .human, !sentences.unreleased.isEmpty {
      terminal.print(
        sentences.lines(of: sentences.unreleased, width: terminal.width) + [StyledText()])
    }
    var runs: [VersionRun] = []
    let starts = everyVersion ? databases.versions : databases.starts
    databases.rehearse(from: starts) { from, result in
      let run = VersionRun(
        from: from, to: databases.latest, result: result,
        isReleased: databases.hasOnlyReleasedProblems(from: from, result))
      if format == .human {
        let width = terminal.excerptWidth
        terminal.print(run.lines(width: width) + [StyledText()])
      }
      runs.append(run)
    }
    if format == .human {
      terminal.print(VersionRun.summary(of: runs, versions: databases.versions))
    }
    var status = runs.map(\.status).max() ?? .fine
    var report: BundleTorture?
    // If a new database cannot be created, torture tests make no sense.
    if torture.isOn, case .success? = runs.first?.result {
      report = try torture.run(library, with: data, on: terminal)
    }
    if torture.isOn, report == nil, format == .human {
      terminal.print([
        StyledText(), StyledText("--torture was skipped: the scripts fail without any fault."),
      ])
    }
    if let report {
      status = max(status, report.status)
      if format == .human { terminal.print([StyledText()] + report.lines) }
    }
    if format == .json {
      terminal.print(VersionRun.json(of: runs, databases, sentences, torture: report))
    }
    System.endIfInterrupted()
    return status
  }
}
