import ArgumentParser
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles

extension ScriptFile.Format: ExpressibleByArgument {}

struct InitCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Starts a script bundle.",
    discussion: """
      Writes sql_default with an example to be replaced, and sqlscripts.json with the settings. \
      Nothing that is there is overwritten.

      Example:
        sqlscripts init
        sqlscripts init Resources/Scripts --format json
      """)

  @Argument(help: "The folder of the bundle; it is made if it is missing.")
  var dir = "SQLScripts"

  @Option(help: ArgumentHelp("How scripts are written.", valueName: "format"))
  var format = ScriptFile.Format.plist

  @Flag(help: "Number updates by the time, for teams that work on branches.")
  var timestamp = false

  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    do {
      let bundle = FirstBundle(
        format: format, numbering: timestamp ? .timestamp : .sequential)
      let paths = try bundle.write(to: dir)
      terminal.print(paths.map { StyledText(VisibleText.oneLine($0), .path) })
    } catch {
      throw CommandStop(authoring: error)
    }
    return .fine
  }
}
