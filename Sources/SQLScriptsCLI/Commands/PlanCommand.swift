import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsScratch
import SQLScriptsValidation

struct PlanCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Shows what migrate would do to a database.",
    discussion: """
      Reads the scripts of the plan and runs none. A missing database is reported as new. As whenever a \
      database is opened, SQLite rolls back what a killed process has left half-finished.

      With --rehearse, runs the migration on a temporary copy and reports schema changes, the rows that \
      were added, removed and changed, and the time of each script on this machine. A row counts as \
      changed if the value of a remaining column differs. Rows are matched by primary key, otherwise by \
      rowid or contents. The rules of validate that judge rows check these rows: values that change their \
      meaning, lost rows, foreign key violations. An error among their findings causes exit status 1. \
      Up to 64 MiB of a copy are in memory and the rest in an unnamed file in the \
      temporary folder, which you can set with SQLITE_TMPDIR. It needs space for three copies.

      With --describe, says in words what each script of the plan does. For that, all scripts run on \
      scratch databases with sample rows, as “describe” does.

      Example:
        sqlscripts plan app.sqlite
        sqlscripts plan app.sqlite --to 7
        sqlscripts plan app.sqlite --describe
        sqlscripts plan app.sqlite --rehearse
      """)

  @Argument(help: "The database.", completion: .file())
  var database: String

  @Option(help: ArgumentHelp("The version to stop at. (default: the latest)", valueName: "version"))
  var to: Int64?

  @Flag(help: "Run the migration on a copy and report schema and row changes.")
  var rehearse = false

  @Flag(help: "Say what each script does.")
  var describe = false

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var databaseOptions: DatabaseOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    try DatabaseArgument.check(database)
    let library = try scripts.library()
    let options = databaseOptions.options
    if rehearse { return try self.rehearse(library, options, on: terminal) }
    let migrator = Migrator(path: database, library: library, options: options)
    let plan: MigrationPlan
    let descriptions: [String?]
    do throws(MigrationFailure) {
      plan = try migrator.plan(to: to)
      descriptions = try migrator.descriptions(of: plan)
    } catch {
      throw CommandFailure(reading: error)
    }
    report(plan, descriptions, sentences(plan, library), on: terminal)
    if format == .human { migrator.printDrift(on: terminal) }
    return .fine
  }

  private func report(
    _ plan: MigrationPlan, _ descriptions: [String?], _ sentences: ScriptSentences?,
    on terminal: Terminal
  ) {
    switch format {
    case .human:
      terminal.print(plan.lines(of: database, descriptions))
      terminal.print(described(plan, sentences, width: terminal.width))
    case .json: terminal.print(plan.json(of: database, descriptions, sentences))
    }
  }

  private func sentences(_ plan: MigrationPlan, _ library: ScriptLibrary) -> ScriptSentences? {
    describe && !plan.steps.isEmpty ? ScriptSentences(library) : nil
  }

  /// An empty line and what the scripts of the plan do; nothing without --describe.
  private func described(
    _ plan: MigrationPlan, _ sentences: ScriptSentences?, width: Int?
  ) -> [StyledText] {
    guard let sentences else { return [] }
    return [StyledText()] + sentences.lines(of: plan.steps.map(\.script.name), width: width)
  }

  private func rehearse(
    _ library: ScriptLibrary, _ options: MigrationOptions, on terminal: Terminal
  ) throws -> ExitStatus {
    let options = options.adding(library.standIns)
    let copy: DatabaseCopy
    let plan: MigrationPlan
    let descriptions: [String?]
    do {
      copy = try DatabaseCopy(
        of: database, temporaryFolder: TemporaryFolder.path, options: options,
        busyTimeout: options.busyTimeout)
      (plan, descriptions) = try copy.plan(library, options, to: to)
    } catch let failure as MigrationFailure {
      throw CommandFailure(reading: failure)
    } catch let error as RealRows.LoadError {
      throw CommandFailure(
        .couldNotRun, error.message,
        help: "Set SQLITE_TMPDIR to a folder with more space.")
    }
    guard !plan.isEmpty else {
      report(plan, descriptions, nil, on: terminal)
      return .fine
    }
    let verdict: RealRowsVerdict
    do throws(MigrationFailure.Reason) {
      verdict = copy.judge(plan, of: library, settings: try library.settings())
    } catch {
      throw CommandFailure(
        reading: MigrationFailure(
          reason: error, report: MigrationReport(from: plan.from, to: plan.from ?? 0),
          database: database))
    }
    let result: Result<MigrationRehearsal, MigrationFailure>
    do throws(MigrationFailure) {
      result = .success(try copy.rehearse(library, options, to: to))
    } catch {
      result = .failure(error)
    }
    let sentences = sentences(plan, library)
    switch format {
    case .human:
      let words = described(plan, sentences, width: terminal.width)
      terminal.print(
        [plan.headline(of: database)] + words + (words.isEmpty ? [] : [StyledText()])
          + result.lines(of: database, verdict, width: terminal.excerptWidth))
    case .json:
      terminal.print(
        plan.json(
          of: database, descriptions, sentences, rehearsal: result.json,
          findings: verdict.diagnostics))
    }
    guard case .failure(let failure) = result else {
      return verdict.diagnostics.contains { $0.severity == .error } ? .findings : .fine
    }
    return ExitStatus(failure, isReading: true)
  }
}
