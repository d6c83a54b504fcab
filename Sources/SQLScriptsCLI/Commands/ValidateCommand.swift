import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsValidation

struct ValidateCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks all scripts and reports every problem.",
    discussion: """
      Checks file names and formats, then runs every script on scratch databases in memory. Reports all \
      problems at once and ends with a one-line summary.

      --fix applies safe corrections, such as deleting a trailing comma or escaping a bare & in a property \
      list, and reports the rest. It rehearses a corrected script again and writes it only if there is no \
      new error. --diff prints what --fix would change and writes nothing; together with --fix it prints \
      what was changed.

      --format concise prints one line per finding, as file:line:column: error: message. Advice. [id], \
      which editors and CI recognize. xcode prints the same with absolute paths, for a build phase. github \
      prints workflow commands for GitHub Actions, sarif a SARIF 2.1.0 log for code scanning, junit a \
      report for CI servers.

      “targets” in sqlscripts.json lists the oldest systems that your app supports; --targets overrides \
      it. SQL that their SQLite does not support is an error.

      Sample rows are only guesses. With --with-data or --sample-data, the rules also judge what the updates \
      do to these rows. If only sample rows make a script fail and the real rows pass, that is a warning.

      Example:
        sqlscripts validate
        sqlscripts validate --targets iOS:15,android:30
        sqlscripts validate --scripts Resources/Scripts --format json
        sqlscripts validate --format github --fail-on warning
        sqlscripts validate --diff
        sqlscripts validate --watch
        sqlscripts validate --with-data app.sqlite
      """)

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ValidateFormat.human

  @Option(
    help: ArgumentHelp("The lowest severity that causes exit status 1.", valueName: "severity"))
  var failOn = FailOn.error

  @Flag(help: "Also show the findings in released scripts, which fail no run.")
  var all = false

  @Flag(help: "Apply safe corrections and report the rest.")
  var fix = false

  @Flag(help: "Print what --fix would change; exit with status 1 if anything would.")
  var diff = false

  @Flag(help: "Validate again whenever a script changes, until Ctrl-C.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "The oldest supported systems, such as iOS:15,android:30 or sqlite:3.32.",
      valueName: "targets"))
  var targets: String?

  @Option(
    help: ArgumentHelp(
      "Also migrate a copy of this database, and judge what happens to its rows.",
      valueName: "database"),
    completion: .file())
  var withData: String?

  @Option(
    help: ArgumentHelp(
      "Also migrate a database of the oldest version, filled by this .sql file.", valueName: "file"),
    completion: .file())
  var sampleData: String?

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func validate() throws {
    if diff, format != .human {
      throw ValidationError("--diff cannot be combined with --format")
    }
    if watch, let machineFormat {
      throw ValidationError("--watch cannot be combined with --format \(machineFormat.rawValue)")
    }
    if withData != nil, sampleData != nil {
      throw ValidationError("--with-data and --sample-data cannot be combined")
    }
    if withData ?? sampleData != nil, fix || diff {
      throw ValidationError("--with-data and --sample-data cannot be combined with --fix or --diff")
    }
  }

  func run(on terminal: Terminal) throws -> ExitStatus {
    watch ? try validateAndWatch(on: terminal) : try validateOnce(on: terminal)
  }

  func validateOnce(on terminal: Terminal) throws -> ExitStatus {
    let bundle = try scripts.bundle()
    if fix || diff { return try correct(bundle, on: terminal) }
    let validator = Validator(
      ScriptLibrary(bundle), targets: try readTargets(), rows: try realRows())
    return report(validator.validate(), on: terminal)
  }

  func report(_ validation: Validation, on terminal: Terminal) -> ExitStatus {
    let status = status(of: validation)
    let failure = validation.rowsError.map { CommandFailure(.couldNotRun, $0.message) }
    show(validation, failure, status, on: terminal)
    if let failure { terminal.printError(failure) }
    return status
  }

  func status(of validation: Validation) -> ExitStatus {
    if validation.isWithoutSettings || validation.diagnostics.hasUnreadableFile
      || validation.rowsError != nil
    {
      return .couldNotRun
    }
    return failOn.severity.map(validation.hasFindings) == true ? .findings : .fine
  }

  private func realRows() throws -> RealRows? {
    if let withData { return .copy(of: withData) }
    guard let sampleData else { return nil }
    guard let bytes = System.readAll(sampleData) else {
      throw CommandFailure(
        .couldNotRun, "“\(sampleData)” cannot be read: \(System.lastMessage)")
    }
    return .statements(SourceFile(name: sampleData, bytes: bytes))
  }

  func readTargets() throws -> Targets? {
    guard let reading = targets.map({ Targets.reading(commandLine: $0) }) else { return nil }
    guard !reading.diagnostics.hasErrors else {
      throw CommandFailure(
        .wrongUsage, "--targets is invalid", diagnostics: reading.diagnostics)
    }
    return reading.targets
  }
}
