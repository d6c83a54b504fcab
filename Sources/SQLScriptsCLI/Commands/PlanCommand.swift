import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsValidation

struct PlanCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Shows what migrate would do to a database.",
    discussion: """
      The scripts of the plan are read, and none runs. A database that is not there is a new one. SQLite \
      rolls back what a killed process has left half done in a database, as it does whenever somebody opens it.

      --rehearse really does it, on a copy, and tells what came of it: how the schema differs, which rows \
      were added, removed and changed, and how long each script took, on this machine. A row counts as \
      changed if a column that stays has another value; it is found again by its primary key, or else by \
      its rowid or by what it holds. Up to 64 MiB of a copy are in memory, and the rest in a nameless file \
      in the folder for temporary files, which SQLITE_TMPDIR names; two copies need room there.

      Example:
        sqlscripts plan app.sqlite
        sqlscripts plan app.sqlite --to 7
        sqlscripts plan app.sqlite --rehearse
      """)

  @Argument(help: "The database.", completion: .file())
  var database: String

  @Option(help: ArgumentHelp("The version to stop at. (default: the latest)", valueName: "version"))
  var to: Int64?

  @Flag(help: "Do it on a copy, and tell what becomes of the schema and the rows.")
  var rehearse = false

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var databaseOptions: DatabaseOptions
  @OptionGroup var output: OutputOptions

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
      throw CommandStop(looking: error)
    }
    report(plan, descriptions, on: terminal)
    return .fine
  }

  private func report(_ plan: MigrationPlan, _ descriptions: [String?], on terminal: Terminal) {
    switch format {
    case .human: terminal.print(plan.lines(of: database, descriptions))
    case .json: terminal.print(plan.json(of: database, descriptions))
    }
  }

  private func rehearse(
    _ library: ScriptLibrary, _ options: MigrationOptions, on terminal: Terminal
  ) throws -> ExitStatus {
    let copy: DatabaseCopy
    let plan: MigrationPlan
    let descriptions: [String?]
    do {
      copy = try DatabaseCopy(
        of: database, temporaryFolder: System.temporaryFolder, busyTimeout: options.busyTimeout)
      (plan, descriptions) = try copy.plan(library, options, to: to)
    } catch let failure as MigrationFailure {
      throw CommandStop(looking: failure)
    } catch let unusable as RealRows.Unusable {
      throw CommandStop(
        .couldNotLook, unusable.message,
        help: "Name a folder with more room in SQLITE_TMPDIR.")
    }
    guard !plan.isEmpty else {
      report(plan, descriptions, on: terminal)
      return .fine
    }
    let result: Result<MigrationRehearsal, MigrationFailure>
    do throws(MigrationFailure) {
      result = .success(try copy.rehearse(library, options, to: to))
    } catch {
      result = .failure(error)
    }
    switch format {
    case .human:
      terminal.print(
        [plan.headline(of: database)] + result.lines(of: database, width: terminal.excerptWidth))
    case .json:
      terminal.print(plan.json(of: database, descriptions, rehearsal: result.json))
    }
    guard case .failure(let failure) = result else { return .fine }
    return ExitStatus(failure, isLooking: true)
  }
}
