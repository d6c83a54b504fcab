import ArgumentParser
import SQLScripts
import SQLScriptsValidation

struct ValidateCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks the whole bundle.",
    discussion: """
      File names, the format of every script, and a rehearsal: all scripts run on a scratch database \
      in memory. All findings of a run are reported at once. The last line says what was proved.

      concise prints one line a finding, as file:line:column: error: message [id], which editors and \
      CI recognise; xcode the same with absolute paths, for a build phase. github prints the workflow \
      commands of GitHub Actions, sarif a SARIF 2.1.0 log for code scanning, junit a report for CI servers.

      Example:
        sqlscripts validate
        sqlscripts validate --scripts Resources/Scripts --format json
        sqlscripts validate --format github --fail-on warning
      """)

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ValidateFormat.human

  @Option(
    help: ArgumentHelp("How bad a finding must be for exit status 1.", valueName: "severity"))
  var failOn = FailOn.error

  // For build tools, which run a command again when what it reads is newer than what it wrote.
  @Option(help: ArgumentHelp("A file to write when no error is found.", visibility: .hidden))
  var stamp: String?

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    let validation = Validator(ScriptLibrary(try scripts.bundle())).validate()
    terminal.report(validation, as: format, failOn: failOn)
    if validation.isWithoutSettings { return .couldNotLook }
    if failOn.severity.map(validation.hasFindings) == true { return .findings }
    if let stamp { try write(stamp) }
    return .fine
  }

  private func write(_ stamp: String) throws {
    // The build compiles it, as Swift.
    guard let problem = System.writeFile(stamp, "// The SQL scripts are fine.\n") else { return }
    throw CommandStop(.couldNotLook, "“\(stamp)” cannot be written: \(problem)")
  }
}
