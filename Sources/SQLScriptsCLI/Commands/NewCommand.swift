import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension UpdateTemplate: ExpressibleByArgument {}

struct NewCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Creates the next update script and prints its path.",
    discussion: """
      The number is the one after the latest version, or the current UTC time if the folder uses \
      timestamps. The sentence becomes the description and, with hyphens, the label in the file name.

      A template adds statements with names for you to replace. “sqlscripts generate” writes complete \
      statements.

      Example:
        sqlscripts new add age to users
        sqlscripts new "add age to users" --format sql --timestamp
        sqlscripts new "colors of notes" --template table
      """)

  @Argument(
    help: ArgumentHelp("The purpose of the update, in a few words.", valueName: "sentence"))
  var words: [String]

  @Option(
    help: ArgumentHelp(
      "The format. (default: that of the last script)", valueName: "format"))
  var format: ScriptFile.Format?

  @Option(help: ArgumentHelp("The statements to begin with.", valueName: "template"))
  var template: UpdateTemplate?

  @Flag(help: "Use a timestamp as the number, as in 20261121093000123.")
  var timestamp = false

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("The format of the output.", valueName: "format"))
  var outputFormat = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { outputFormat.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let sentence = words.joined(separator: " ")
    guard sentence.contains(where: { !$0.isWhitespace }) else {
      throw CommandFailure(
        .wrongUsage, "the purpose of the update is missing",
        help: "Write it after “new”, for example: sqlscripts new add age to users")
    }
    let library = ScriptLibrary(try scripts.anyBundle())
    let settings = try scripts.settings(of: library)
    let latest: Int64?
    do {
      latest = try library.greatestVersion()
    } catch {
      throw CommandFailure(
        .findings, "sql_default cannot be read, so the next number is not known",
        diagnostics: error.diagnostics)
    }
    do throws(AuthoringError) {
      let update = try NextUpdate(
        of: library.bundle, settings: settings, latest: latest, for: sentence, format: format,
        timestamp: NextUpdate.now, byTime: timestamp,
        template: template)
      let path = scripts.path(of: update.fileName)
      try NewFile.write(update.text, to: path)
      switch outputFormat {
      case .human: terminal.print(StyledText(VisibleText.oneLine(path), .path))
      case .json: terminal.print(.document([.init("file", .string(path))]))
      }
      terminal.printError([
        StyledText("next: write its statements, then run “\(scripts.validating)”")
      ])
    } catch {
      throw CommandFailure(authoring: error)
    }
    return .fine
  }
}
