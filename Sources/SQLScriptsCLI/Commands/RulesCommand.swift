import ArgumentParser
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

struct RulesCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Lists all rules of validate.",
    discussion: """
      Shows the default severity of each rule. json and markdown also contain the descriptions.

      Example:
        sqlscripts rules
        sqlscripts rules --format json
      """)

  enum Format: String, OutputFormat {
    case human, json, markdown
  }

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = Format.human

  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    switch format {
    case .human:
      var table = Table([("RULE", .left), ("SEVERITY", .left), ("FINDS", .left)])
      for page in RulePage.all { table.add([page.id, page.severity.rawValue, page.summary]) }
      terminal.print(table.lines)
    case .json: terminal.print(.document([.init("rules", .array(RulePage.all.map(\.json)))]))
    case .markdown: terminal.printText(RulePage.wholeMarkdown)
    }
    return .fine
  }
}
