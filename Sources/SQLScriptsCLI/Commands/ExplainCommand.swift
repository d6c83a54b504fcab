import ArgumentParser
import SQLScriptsDiagnostics
import SQLScriptsValidation

struct ExplainCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Describes a rule.",
    discussion: """
      Shows what the rule finds, why it matters, examples, and how to ignore it. Documentation/Rules.md \
      contains all rules.

      Example:
        sqlscripts explain no-such-table
      """)

  @Argument(
    help: "The rule, as shown in a finding: error[no-such-table].",
    completion: .list(RulePage.all.map(\.id)))
  var rule: String

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    // People paste it from a finding.
    var rule = rule
    if rule.hasSuffix("]"), let open = rule.firstIndex(of: "[") {
      rule = String(rule[rule.index(after: open)...].dropLast())
    }
    guard let page = RulePage.page(rule) else {
      let guess = RulePage.closest(to: rule).map { "Did you mean “\($0)”? " } ?? ""
      throw CommandFailure(
        .wrongUsage, "there is no rule “\(rule)”",
        help: guess + "“sqlscripts rules” lists all rules.")
    }
    switch format {
    case .human: terminal.print(page.lines(width: terminal.width))
    case .json: terminal.print(.document([.init("rule", page.json)]))
    }
    return .fine
  }
}
