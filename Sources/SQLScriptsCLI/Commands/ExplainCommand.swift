import ArgumentParser
import SQLScriptsDiagnostics
import SQLScriptsValidation

struct ExplainCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Shows the page of a rule.",
    discussion: """
      What it finds, why that matters, how it is wrong and how it is right, and how to allow it. \
      Documentation/Rules.md has all of them.

      Example:
        sqlscripts explain no-such-table
      """)

  @Argument(
    help: "The rule, as it stands in the brackets of a finding: error[no-such-table].",
    completion: .list(RulePage.all.map(\.id)))
  var rule: String

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    guard let page = RulePage.page(rule) else {
      let guess = RulePage.closest(to: rule).map { "Did you mean “\($0)”? " } ?? ""
      throw CommandStop(
        .wrongUsage, "there is no rule “\(rule)”",
        help: guess + "“sqlscripts rules” lists them all.")
    }
    switch format {
    case .human: terminal.print(page.lines(width: terminal.width))
    case .json: terminal.print(.document([.init("rule", page.json)]))
    }
    return .fine
  }
}
