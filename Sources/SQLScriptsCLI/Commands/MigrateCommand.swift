import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting

struct MigrateCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Brings databases up to date.",
    discussion: """
      Each script runs in a transaction together with its version. The first statement that fails \
      stops the migration of its database: its script is rolled back, what was committed before stays, \
      and the next run goes on from there. Of many databases, one that fails does not stop the others.

      A database that is named and not there is made; its folder must exist. One that is only in the list of \
      --from-file must be there, unless --create says so: a slip in a list would make a new database.

      Ctrl-C stops it in the same way: the script that runs is rolled back, and the report tells how far \
      it came. --backup copies each database first, into a file beside it; “sqlscripts restore” puts \
      that back.

      jsonl prints one line of JSON for each database as it is done. A run that was stopped can be \
      started again: databases that are up to date cost next to nothing.

      Example:
        sqlscripts migrate app.sqlite
        sqlscripts migrate app.sqlite --backup
        sqlscripts migrate accounts/*.sqlite --jobs 4
        find . -name '*.sqlite' | sqlscripts migrate --from-file - --format jsonl
        sqlscripts migrate 'accounts/*.sqlite' --shard 2/8
      """)

  @OptionGroup var list: DatabaseList

  @Option(help: ArgumentHelp("The version to stop at. (default: the latest)", valueName: "version"))
  var to: Int64?

  /// What to do where there is no database.
  enum Missing: EnumerableFlag {
    case create, mustExist

    static func help(for value: Missing) -> ArgumentHelp? {
      switch value {
      case .create: "Make databases of the list that are not there, too."
      case .mustExist: "Make no database: those that are named must be there, too."
      }
    }
  }

  @Flag var missing: Missing?

  @OptionGroup var jobs: JobsOption

  @Option(
    help: ArgumentHelp(
      "How old a transaction may become before it is committed at the next script boundary.",
      discussion: "0 gives each script a transaction of its own.", valueName: "ms"))
  var groupCommit = 100

  @Flag(help: "Copy a database before its first script runs, into a file beside it.")
  var backup = false

  @Option(
    help: ArgumentHelp("How many backups of a database stay, the new one too.", valueName: "count"))
  var keep = 2

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = FleetFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var databaseOptions: DatabaseOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...1_000_000).contains(keep) else { throw ValidationError("--keep must be at least 1") }
    guard (0...3_600_000).contains(groupCommit) else {
      throw ValidationError("--group-commit must be from 0 to 3600000 milliseconds")
    }
  }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
    let entries = try list.entries(for: .writing, on: terminal)
    let paths = entries.map(\.path)
    let bar = ProgressBar(terminal)
    var options = databaseOptions.options
    options.groupCommit = .milliseconds(groupCommit)
    if backup { options.backup = BackupPolicy(keep: keep) }
    let cancellation = MigrationCancellation()
    options.cancellation = cancellation
    System.onInterrupt { cancellation.cancel() }
    if paths.count == 1, format == .human, terminal.showsProgress {
      options.observer = MigrationProgress(bar)
    }

    let reporter = FleetReporter(terminal, bar: bar, format: format, count: paths.count)
    let fleet = Fleet(paths, jobs: jobs.count)
    let isMissing = Lock(false)
    fleet.run { [options, to, missing] path, index in
      // After Ctrl-C the others are counted, and not named one by one.
      guard paths.count == 1 || !cancellation.isCancelled else { return reporter.leaveOut() }
      var options = options
      options.mustExist = missing == .mustExist || entries[index].isListed && missing != .create
      if options.mustExist, !System.exists(path) { isMissing.withLock { $0 = true } }
      let migrator = Migrator(path: path, library: library, options: options)
      do throws(MigrationFailure) {
        reporter.report(.init(database: path, .success(try migrator.migrate(to: to))), at: index)
      } catch {
        reporter.report(.init(database: path, .failure(error)), at: index)
      }
    }
    var status = reporter.finish()
    // A database that needs nothing is left alone, and nobody would hear of a script that never runs.
    let names = library.bundle.diagnostics.filter { $0.severity == .error }
    if status == .fine, !names.isEmpty {
      terminal.complain(names.flatMap(HumanRenderer(width: terminal.excerptWidth).lines))
      status = .findings
    }
    if format == .human, missing == nil, isMissing.withLock({ $0 }) {
      terminal.print(
        StyledText("help: --create makes the databases of the list that are not there."))
    }
    System.endIfInterrupted()
    return status
  }
}
