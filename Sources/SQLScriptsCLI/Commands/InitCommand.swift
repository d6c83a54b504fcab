import ArgumentParser
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension ScriptFile.Format: ExpressibleByArgument {}

struct InitCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Starts a script bundle.",
    discussion: """
      Writes sql_default with an example to be replaced, and sqlscripts.json with the settings. \
      Nothing that is there is overwritten.

      Into the current folder it writes .vscode/settings.json and two JSON Schemas, so that Visual Studio \
      Code completes and checks scripts in JSON; --no-editor leaves them out.

      Example:
        sqlscripts init
        sqlscripts init Resources/Scripts --format json
      """)

  @Argument(help: "The folder of the bundle; it is made if it is missing.", completion: .directory)
  var dir = "SQLScripts"

  @Option(help: ArgumentHelp("How scripts are written.", valueName: "format"))
  var format = ScriptFile.Format.plist

  @Flag(help: "Number updates by the time, for teams that work on branches.")
  var timestamp = false

  @Flag(inversion: .prefixedNo, help: "Write settings for Visual Studio Code, too.")
  var editor = true

  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    try ScriptsOptions.check(dir)
    do {
      let bundle = FirstBundle(
        format: format, numbering: timestamp ? .timestamp : .sequential)
      let paths = try bundle.write(to: dir)
      terminal.print(paths.map { StyledText(VisibleText.oneLine($0), .path) })
      guard editor else { return .fine }
      let settings = try EditorSettings.write()
      terminal.print(settings.written.map { StyledText(VisibleText.oneLine($0), .path) })
      for path in settings.kept {
        terminal.complain([
          StyledText("note: \(path) is there with other contents, and is left as it is")
        ])
      }
    } catch {
      throw CommandStop(authoring: error)
    }
    return .fine
  }
}
