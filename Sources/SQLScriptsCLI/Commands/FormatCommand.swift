import ArgumentParser
import SQLScriptsAdvice
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

struct FormatCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Formats the scripts: indentation, blank lines and line endings.",
    discussion: """
      Indents property lists with tabs and JSON with two spaces. Allows at most one blank line between the \
      statements of a .sql file. Statements and comments stay the same byte for byte. Leaves a script \
      unchanged if it cannot be read. Runs the scripts before and after, and writes nothing if the schema \
      or a row differs. A script that cannot run here is only compared as text, and the output names it.

      Example:
        sqlscripts format
        sqlscripts format --check
      """)

  @Flag(help: "Write nothing; exit with status 1 if a script would change.")
  var check = false

  @Flag(help: "Print what would change and write nothing.")
  var diff = false

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let bundle = try scripts.bundle()
    let layout: ScriptLayout
    do {
      layout = try ScriptLayout(of: bundle)
    } catch {
      throw CommandFailure(.couldNotRun, "\(error)")
    }
    let isToDo = (check || diff) && !layout.changes.isEmpty
    if !check, !diff {
      do throws(AuthoringError) {
        try layout.write()
      } catch {
        throw CommandFailure(authoring: error)
      }
    }
    switch format {
    case .human: show(layout, on: terminal)
    case .json: terminal.print(layout.json(check: check || diff, diff: diff))
    }
    return layout.refusals.isEmpty && layout.differences.isEmpty && !isToDo ? .fine : .findings
  }

  private func show(_ layout: ScriptLayout, on terminal: Terminal) {
    let renderer = HumanRenderer(width: terminal.excerptWidth)
    for refusal in layout.refusals {
      terminal.printError(refusal.diagnostics.advised().flatMap(renderer.lines) + [refusal.words])
    }
    terminal.printError(StyledText.differences(layout.differences, verb: "formatted"))
    guard layout.differences.isEmpty else { return }
    if diff {
      for change in layout.changes { terminal.printText(change.diff) }
    } else {
      terminal.print(layout.lines(check: check))
    }
  }
}
