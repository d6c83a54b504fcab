import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsValidation

struct ValidateCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks the whole bundle.",
    discussion: """
      File names, the format of every script, and a rehearsal: all scripts run on a scratch database \
      in memory. All findings of a run are reported at once. The last line says what was proved.

      concise prints one line a finding, as file:line:column: error: message [id], which editors and \
      CI recognise.

      Example:
        sqlscripts validate
        sqlscripts validate --scripts Resources/Scripts --format json
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case human, concise, json
  }

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = Format.human

  // For build tools, which run a command again when what it reads is newer than what it wrote.
  @Option(help: ArgumentHelp("A file to write when no error is found.", visibility: .hidden))
  var stamp: String?

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    let validation = Validator(ScriptLibrary(try scripts.bundle())).validate()
    switch format {
    case .human:
      let renderer = HumanRenderer(width: terminal.excerptWidth)
      for diagnostic in validation.diagnostics {
        terminal.print(renderer.lines(diagnostic) + [StyledText()])
      }
      terminal.print(StyledText(validation.summary))
    case .concise:
      terminal.print(validation.diagnostics.map { ConciseRenderer().line($0) })
    case .json:
      terminal.print(validation.json)
    }
    if validation.isWithoutSettings { return .couldNotLook }
    if validation.count(of: .error) > 0 { return .findings }
    if let stamp { try write(stamp) }
    return .fine
  }

  private func write(_ stamp: String) throws {
    // The build compiles it, as Swift.
    guard let problem = System.writeFile(stamp, "// The SQL scripts are fine.\n") else { return }
    throw CommandStop(.couldNotLook, "“\(stamp)” cannot be written: \(problem)")
  }
}
