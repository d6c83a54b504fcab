import ArgumentParser
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

struct ConvertCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts scripts between property list, JSON and SQL.",
    discussion: """
      Reads each converted script again and compares it: all keys must be the same, and all statements \
      must be the same byte for byte. Then runs the scripts before and after the conversion and compares \
      schemas and rows. If anything differs, converts nothing. A script that cannot run here is only \
      compared as text, and the output names it. That happens if no script creates the database that it \
      updates, or if it calls a function of the app. Deletes the old file only when the new one has been \
      synced. If the command is interrupted, run it again to finish.

      A .sql file cannot contain “note”, “onlyIf”, “ignore”, “allowsRowLoss” or “verify”, so a folder with \
      a script that uses one of them is not converted. Comments between the elements of a property list, \
      and comments of a .sql file without statements, have no place in another format: such a script is \
      not converted unless you pass --drop-comments.

      Example:
        sqlscripts convert --to json
        sqlscripts convert --to plist --check
      """)

  @Option(help: ArgumentHelp("The new format.", valueName: "format"))
  var to: ScriptFile.Format

  @Flag(
    help: "Drop comments that have no place in the new format.")
  var dropComments = false

  @Flag(help: "Write nothing; exit with status 1 if there is something to convert.")
  var check = false

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let bundle = try scripts.bundle()
    let conversion: Conversion
    do {
      // A bundle with unreadable settings is not converted as if it had none.
      _ = try bundle.settings()
      conversion = try Conversion(of: bundle, to: to, dropsComments: dropComments)
    } catch {
      throw CommandFailure(.couldNotRun, "\(error)")
    }
    if !check {
      do throws(AuthoringError) {
        try conversion.write()
      } catch {
        throw CommandFailure(authoring: error)
      }
    }
    switch format {
    case .human:
      let renderer = HumanRenderer(width: terminal.excerptWidth)
      terminal.printError(
        conversion.refusals.flatMap { $0.diagnostics.flatMap(renderer.lines) + [$0.words(to: to)] })
      terminal.printError(StyledText.differences(conversion.differences, verb: "converted"))
      terminal.printError(conversion.warnings)
      terminal.print(conversion.lines(check: check))
    case .json: terminal.print(conversion.json(check: check))
    }
    let isToDo = check && !conversion.changes.isEmpty
    return !conversion.isRefused && !isToDo ? .fine : .findings
  }
}
