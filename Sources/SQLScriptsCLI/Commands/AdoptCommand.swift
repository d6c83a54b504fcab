import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

struct AdoptCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Records the version of a database that SQLScripts did not create.",
    discussion: """
      Runs no scripts. Writes only the version and its source into the database. Refuses a database that \
      already has a version.

      Compares the schema with that version of the scripts first and refuses a database that differs, \
      unless you pass --force.

      An app version is matched to the closest entry in the map that is not newer: with { "1.0.0": 1, \
      "1.10.2": 2 }, 1.9.0 is version 1 and 1.11 is version 2.

      Example:
        sqlscripts adopt app.sqlite --version 3
        sqlscripts adopt app.sqlite --from user-version
        sqlscripts adopt app.sqlite --from grdb --map migrations.json
        sqlscripts adopt app.sqlite --from-text version.txt --map app-versions.json
        sqlscripts adopt app.sqlite --from-query "SELECT version FROM tb_clientstage WHERE id = '1'"
        sqlscripts adopt 'accounts/*.sqlite' --from ysqlitemanager --jobs 4
      """)

  @OptionGroup var list: DatabaseList

  @OptionGroup var adoptionOptions: AdoptionOptions

  @Flag(help: "Adopt the database even if its schema differs.")
  var force = false

  @OptionGroup var jobs: JobsOption

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = FleetFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var databaseOptions: DatabaseOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
    let adoption = try adoptionOptions.adoption()
    let options = databaseOptions.options
    let paths = try list.paths(for: .writing, on: terminal)
    let mayForce = Lock(false)
    let reporter = FleetReporter(
      terminal, bar: ProgressBar(terminal), format: format, count: paths.count)
    Fleet(paths, jobs: jobs.count).run { [force] path, index in
      let migrator = Migrator(path: path, library: library, options: options)
      let result: MigrationResult
      do throws(MigrationFailure) {
        let report = try migrator.adoptExisting(adoption) {
          (connection, adopted) throws(MigrationRefusal) in
          if !force { try SchemaCheck(library).check(connection, at: adopted.version) }
        }
        result = MigrationResult(database: path, .success(report))
      } catch {
        result = MigrationResult(database: path, .failure(error))
      }
      if result.mayBeForced { mayForce.withLock { $0 = true } }
      reporter.report(result, at: index)
    }
    let status = reporter.finish()
    if format == .human, mayForce.withLock({ $0 }) {
      terminal.print(StyledText("help: “sqlscripts identify” finds the right version."))
      terminal.print(StyledText("help: --force adopts it anyway."))
    }
    return status
  }
}

extension MigrationResult {
  /// Whether only the comparison of schemas refused it.
  fileprivate var mayBeForced: Bool {
    guard case .failure(let failure) = result, case .refused(let refusal) = failure.reason else {
      return false
    }
    switch refusal {
    case .differsFromScripts, .cannotCompare: return true
    default: return false
    }
  }
}
