import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting

struct MigrateCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Migrates databases to the latest version.",
    discussion: """
      Each script runs in one transaction together with its version. If a statement fails, its script is \
      rolled back and the migration of that database stops. Earlier scripts stay committed; the next run \
      resumes there. Other databases are not affected.

      Creates a database that you name if it does not exist. Its folder must exist. A database from the \
      list of --from-file must exist unless you pass --create, because a typo in the list would create a \
      new database.

      Ctrl-C rolls the running script back and stops; the report shows how far each database came. \
      --backup first copies each database to a file next to it. “sqlscripts restore” restores that copy.

      --format jsonl prints one line of JSON per database as soon as it is done. You can start an \
      interrupted run again: databases that are up to date take almost no time.

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

  /// What to do if the database does not exist.
  enum Missing: EnumerableFlag {
    case create, mustExist

    static func help(for value: Missing) -> ArgumentHelp? {
      switch value {
      case .create: "Also create missing databases of the list."
      case .mustExist: "Create no database: named databases must exist, too."
      }
    }
  }

  @Flag var missing: Missing?

  @OptionGroup var jobs: JobsOption

  @Option(
    help: ArgumentHelp(
      "Commit at the first script boundary after this many milliseconds.",
      discussion: "0: one transaction per script.", valueName: "ms"))
  var groupCommit = 100

  @Flag(help: "Copy each database to a file next to it before its first script runs.")
  var backup = false

  @Option(
    help: ArgumentHelp(
      "The number of backups to keep per database, including the new one.", valueName: "count"))
  var keep = 2

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = FleetFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var databaseOptions: DatabaseOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func validate() throws {
    guard (1...1_000_000).contains(keep) else {
      throw ValidationError("--keep must be from 1 to 1000000")
    }
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
    let changed = Lock([String]())
    let checksDrift = format == .human && paths.count == 1
    fleet.run { [options, to, missing] path, index in
      // After Ctrl-C the other databases are counted, and not listed.
      guard paths.count == 1 || !cancellation.isCancelled else { return reporter.leaveOut() }
      var options = options
      options.mustExist = missing == .mustExist || entries[index].isListed && missing != .create
      if options.mustExist, !System.exists(path) { isMissing.withLock { $0 = true } }
      let migrator = Migrator(path: path, library: library, options: options)
      do throws(MigrationFailure) {
        let report = try migrator.migrate(to: to, checkingDrift: checksDrift)
        if checksDrift { changed.withLock { $0 = report.changedScripts } }
        reporter.report(.init(database: path, .success(report)), at: index)
      } catch {
        reporter.report(.init(database: path, .failure(error)), at: index)
      }
    }
    // A current database is not migrated, so a misnamed script would not be noticed.
    let names = library.bundle.diagnostics.filter { $0.severity == .error }
    let status = reporter.finish(
      names.isEmpty
        ? nil : CommandFailure(.findings, "some scripts would never run", diagnostics: names))
    if format == .human, missing == nil, isMissing.withLock({ $0 }) {
      terminal.print(
        StyledText("help: Pass --create to create the missing databases of the list."))
    }
    if format == .human, reporter.hasFailedStatement {
      let isExplained = reporter.needsApp && !library.standIns.isEmpty
      terminal.printError([
        StyledText(
          isExplained
            ? "next: migrate it in the app, which adds its functions and collations"
            : reporter.isStoppedByRows
              ? "next: correct these rows in the database, then migrate it again"
              : "next: run “\(scripts.validating)”, which explains the error")
      ])
    }
    if status == .fine, let path = paths.first {
      let line = MigrationStatus.driftLine(of: path, changed.withLock { $0 })
      terminal.printError(line.map { [$0] } ?? [])
    }
    System.endIfInterrupted()
    return status
  }
}
