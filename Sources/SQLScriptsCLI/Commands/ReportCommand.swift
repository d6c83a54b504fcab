import ArgumentParser
import SQLScripts
import SQLScriptsDescription
import SQLScriptsReport
import SQLScriptsReporting
import SQLScriptsValidation

struct ReportCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Writes an HTML file that shows what scripts do.")
  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions
  var machineFormat: MachineFormat? { nil }
  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
    let description = BundleDescription(Validator(library), of: library)
    let document = ReportDocument(description, of: library, title: scripts.path)
    terminal.printText(document.json().compact)
    return .fine
  }
}
