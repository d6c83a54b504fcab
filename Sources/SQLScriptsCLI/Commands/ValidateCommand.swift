import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsValidation

struct ValidateCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks the whole bundle.",
    discussion: """
      File names, the format of every script, and a rehearsal: all scripts run on a scratch database \
      in memory. All findings of a run are reported at once. The last line says what was proved.

      --fix corrects the scripts where it is certain what is meant, such as a comma too many or a bare & \
      in a property list, and reports what is left. A corrected script is rehearsed again, and is written \
      only if no new error came of it. --diff prints what --fix would do, and writes nothing; with --fix \
      it prints what is done.

      concise prints one line a finding, as file:line:column: error: message [id], which editors and \
      CI recognise; xcode the same with absolute paths, for a build phase. github prints the workflow \
      commands of GitHub Actions, sarif a SARIF 2.1.0 log for code scanning, junit a report for CI servers.

      The oldest systems that the app supports stand under "targets" in sqlscripts.json; --targets is \
      instead of them. What their SQLite does not know yet is an error.

      Example:
        sqlscripts validate
        sqlscripts validate --targets iOS:15,android:30
        sqlscripts validate --scripts Resources/Scripts --format json
        sqlscripts validate --format github --fail-on warning
        sqlscripts validate --diff
        sqlscripts validate --watch
        sqlscripts validate --with-data app.sqlite
      """)

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ValidateFormat.human

  @Option(
    help: ArgumentHelp("How bad a finding must be for exit status 1.", valueName: "severity"))
  var failOn = FailOn.error

  @Flag(help: "Correct what is certain, and report the rest.")
  var fix = false

  @Flag(help: "Print what --fix would change. (status 1 if there is something to correct)")
  var diff = false

  @Flag(help: "Check again whenever a script changes, until Ctrl-C.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "The oldest systems, as iOS:15,android:30 or sqlite:3.32.", valueName: "targets"))
  var targets: String?

  @Option(
    help: ArgumentHelp(
      "A database whose copy is updated, too; it is only read.", valueName: "database"),
    completion: .file())
  var withData: String?

  @Option(
    help: ArgumentHelp(
      "SQL that fills a database of the oldest version, which is updated, too.", valueName: "file"),
    completion: .file())
  var sampleData: String?

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if diff, format != .human {
      throw ValidationError("--diff prints a difference, which has no other --format")
    }
    if withData != nil, sampleData != nil {
      throw ValidationError("--with-data and --sample-data do not go together")
    }
    if withData ?? sampleData != nil, fix || diff {
      throw ValidationError("--fix and --diff try no real rows: validate again without them")
    }
  }

  func run(on terminal: Terminal) throws -> ExitStatus {
    watch ? try keepLooking(on: terminal) : try look(on: terminal)
  }

  func look(on terminal: Terminal) throws -> ExitStatus {
    let bundle = try scripts.bundle()
    if fix || diff { return try correct(bundle, on: terminal) }
    let validator = Validator(
      ScriptLibrary(bundle), targets: try readTargets(), rows: try realRows())
    return try report(validator.validate(), on: terminal)
  }

  func report(_ validation: Validation, on terminal: Terminal) throws -> ExitStatus {
    terminal.report(validation, as: format, failOn: failOn)
    if format == .human, !fix { terminal.print(validation.fixWords) }
    return try status(of: validation)
  }

  func status(of validation: Validation) throws -> ExitStatus {
    if validation.isWithoutSettings || validation.diagnostics.haveUnreadableFile {
      return .couldNotLook
    }
    if let unusable = validation.unusableRows {
      throw CommandStop(.couldNotLook, unusable.message)
    }
    return failOn.severity.map(validation.hasFindings) == true ? .findings : .fine
  }

  private func realRows() throws -> RealRows? {
    if let withData { return .copy(of: withData) }
    guard let sampleData else { return nil }
    guard let bytes = System.readAll(sampleData) else {
      throw CommandStop(
        .couldNotLook, "“\(sampleData)” cannot be read: \(System.lastMessage)")
    }
    return .statements(SourceFile(name: sampleData, bytes: bytes))
  }

  func readTargets() throws -> Targets? {
    guard let reading = targets.map({ Targets.reading(commandLine: $0) }) else { return nil }
    guard !reading.diagnostics.hasErrors else {
      throw CommandStop(
        .wrongUsage, "--targets names what is no target", diagnostics: reading.diagnostics)
    }
    return reading.targets
  }
}
