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

  @Option(help: ArgumentHelp("How scripts are written: plist, json or sql.", valueName: "format"))
  var format = ScriptFile.Format.plist

  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    do {
      let paths = try FirstBundle(format: format).write(to: dir)
      terminal.print(paths.map { StyledText(VisibleText.oneLine($0), .path) })
    } catch {
      throw CommandStop(authoring: error)
    }
    return .fine
  }
}
