import ArgumentParser
import SQLScriptsDiagnostics
import SQLScriptsReporting

/// A command that prints to a terminal and ends with an exit status.
protocol TerminalCommand: ParsableCommand {
  var output: OutputOptions { get }

  /// The format if the output is for programs; nil if it is for people.
  var machineFormat: MachineFormat? { get }

  /// The JSON document of a failed call if it contains more than the failure.
  func document(of failure: CommandFailure) -> JSONText?

  func run(on terminal: Terminal) throws -> ExitStatus
}

extension TerminalCommand {
  func document(of failure: CommandFailure) -> JSONText? { nil }

  mutating func run() throws {
    let terminal = Terminal(color: output.color)
    var status: ExitStatus
    do {
      status = try run(on: terminal)
    } catch let failure as CommandFailure {
      status = failure.status
      terminal.printError(failure)
      terminal.printDocument(of: failure, as: machineFormat, document(of: failure))
    } catch let error as ValidationError {
      throw error
    } catch {
      let failure = CommandFailure(.defect, "internal error: please report this: \(error)")
      status = failure.status
      terminal.printError(failure)
      terminal.printDocument(of: failure, as: machineFormat, document(of: failure))
    }
    if let problem = terminal.outputProblem {
      status = max(status, .couldNotRun)
      terminal.printError(CommandFailure(status, "the output could not be written: \(problem)"))
    }
    if status != .fine { throw ExitCode(status.rawValue) }
  }
}

extension Terminal {
  func printError(_ failure: CommandFailure) {
    printError(failure.diagnostics.flatMap { HumanRenderer(width: excerptWidth).lines($0) })
    var line = StyledText("error", .error)
    line.append(": " + VisibleText.oneLine(failure.message))
    var lines = [line]
    if let help = failure.help {
      var line = StyledText("help", .info)
      line.append(": " + VisibleText.oneLine(help))
      lines.append(line)
    }
    printError(lines)
  }
}
