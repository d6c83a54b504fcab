import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension ValidateCommand {
  private static let pause: Int32 = 300

  /// Validates, and validates again whenever a file of the bundle has changed. Ctrl-C ends it.
  ///
  /// It polls the size and time of the files. File system events differ between systems, and do not work for network
  /// drives and folders that are shared with a virtual machine.
  func validateAndWatch(on terminal: Terminal) throws -> ExitStatus {
    System.allowInterrupts()
    var stamps = try stamps()
    while true {
      terminal.clear()
      do {
        _ = try validateOnce(on: terminal)
      } catch let failure as CommandFailure {
        // The next change may fix it.
        terminal.printError(failure)
      }
      terminal.printError([StyledText("Waiting for a change. Ctrl-C ends this.", .info)])
      // Our own corrections are not a change.
      if fix { stamps = (try? self.stamps()) ?? stamps }
      while true {
        guard terminal.wait(milliseconds: Self.pause) else { return .fine }
        // A folder may be missing for a moment, for example during a checkout.
        guard let now = try? self.stamps(), now != stamps else { continue }
        stamps = now
        break
      }
    }
  }

  private func stamps() throws -> [ScriptDirectory.Stamp] {
    do {
      return try ScriptDirectory.stamps(of: scripts.path)
    } catch {
      throw CommandFailure(
        .couldNotRun, "\(error)", help: "Pass the scripts folder with --scripts.")
    }
  }
}
