import ArgumentParser
import SQLScripts
import SQLScriptsDescription
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

struct DescribeCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Says in words what scripts do.",
    discussion: """
      Runs the scripts on scratch databases with sample rows, and says what changed: in the schema, and in \
      the rows. The words describe what happened, however the SQL is written. A statement that fails, or \
      that cannot be described, is marked as such.

      With --unreleased, describes the scripts that “sqlscripts release” has not recorded yet. With \
      --format markdown, the result fits into a pull request. Both end with the errors and warnings of \
      “validate” about these scripts; --format json has all its findings. A script that cannot be run, \
      or in which a statement fails, causes exit status 1; findings cause none.

      Example:
        sqlscripts describe
        sqlscripts describe 4
        sqlscripts describe 4..7
        sqlscripts describe --unreleased --format markdown
      """)

  enum Format: String, OutputFormat {
    case human, markdown, json
  }

  @Argument(
    help: ArgumentHelp(
      "A version, or the first and the last one: 4..7. (default: all scripts)",
      valueName: "versions"))
  var versions: VersionRange?

  @Flag(help: "Describe only scripts that are not released.")
  var unreleased = false

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = Format.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
    let description = BundleDescription(Validator(library), of: library)
    let chosen = try versions?.entries(of: description, scripts) ?? description.entries
    let entries = chosen.filter { !(unreleased && $0.isReleased) }
    // Other findings are about the bundle as a whole.
    let findings = versions == nil ? description.otherFindings : []
    let folder = WorkingFolder(System.workingFolder)
    switch format {
    case .human:
      terminal.print(
        entries.lines(
          with: findings, width: terminal.width, folder, validating: scripts.validating))
    case .markdown: terminal.printText(entries.markdown(with: findings, folder))
    case .json: terminal.print(entries.json(with: findings))
    }
    return entries.contains(where: \.fails) ? .findings : .fine
  }
}
