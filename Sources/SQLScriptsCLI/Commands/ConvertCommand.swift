import ArgumentParser
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

struct ConvertCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes the scripts in another form, statement for statement.",
    discussion: """
      Each script is written in the new form, read again and compared: every key must be the same, and every \
      statement to the byte. Then the scripts are run before and after, and the schema and the rows are \
      compared. A script that cannot be run here is only compared as text, and the output names it: no \
      script makes the database that it updates, or it calls a function of the app. If anything differs, \
      nothing is converted. The old file goes when the new one is safe on the disk; if the command is \
      interrupted, running it again finishes it.

      A .sql file holds no “note”, “onlyIf”, “ignore”, “allowsRowLoss” and “verify”: a script that has \
      one stays a property list or JSON, and so does the bundle. Comments between the elements of a property \
      list, and comments of an .sql file without statements, have no place in another form: such a script is \
      only converted with --drop-comments. A binary property list becomes XML with --to plist.

      Example:
        sqlscripts convert --to json
        sqlscripts convert --to plist --check
      """)

  @Option(help: ArgumentHelp("How scripts are to be written.", valueName: "format"))
  var to: ScriptFile.Format

  @Flag(
    help: "Convert scripts with comments that the new form has no place for, too; they are lost.")
  var dropComments = false

  @Flag(help: "Write nothing, and exit with 1 if there is something to convert.")
  var check = false

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    let bundle = try scripts.bundle()
    let conversion: Conversion
    do {
      // A bundle without its settings is not converted as if it had none.
      _ = try bundle.settings()
      conversion = try Conversion(of: bundle, to: to, dropsComments: dropComments)
    } catch {
      throw CommandStop(.couldNotLook, "\(error)")
    }
    if !check {
      do throws(AuthoringError) {
        try conversion.write()
      } catch {
        throw CommandStop(authoring: error)
      }
    }
    switch format {
    case .human:
      let renderer = HumanRenderer(width: terminal.excerptWidth)
      terminal.complain(
        conversion.refusals.flatMap { $0.diagnostics.flatMap(renderer.lines) + [$0.words(to: to)] })
      terminal.complain(StyledText.differences(conversion.differences, verb: "converted"))
      terminal.complain(conversion.warnings)
      terminal.print(conversion.lines(check: check))
    case .json: terminal.print(conversion.json(check: check))
    }
    let isToDo = check && !conversion.changes.isEmpty
    return !conversion.isRefused && !isToDo ? .fine : .findings
  }
}
