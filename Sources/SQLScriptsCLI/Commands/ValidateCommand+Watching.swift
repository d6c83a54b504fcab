import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension ValidateCommand {
  private static let pause: Int32 = 300

  /// Looks, and looks again whenever a file of the bundle has changed. Ctrl-C ends it, as it ends
  /// everything else.
  ///
  /// The files are asked for their size and time: notices from the system would differ on every
  /// system, and do not come for network drives and folders shared with a virtual machine.
  func keepLooking(on terminal: Terminal) throws -> ExitStatus {
    System.allowInterrupts()
    var stamps = try stamps()
    while true {
      terminal.clear()
      do {
        _ = try look(on: terminal)
      } catch let stop as CommandStop {
        // The next change may put it right.
        terminal.complain(stop)
      }
      terminal.complain([StyledText("Waiting for a change. Ctrl-C ends this.", .info)])
      // What was corrected just now is no news.
      if fix { stamps = (try? self.stamps()) ?? stamps }
      while true {
        guard terminal.wait(milliseconds: Self.pause) else { return .fine }
        // A folder that is gone for a moment, as while branches are changed, may come back.
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
      throw CommandStop(.couldNotLook, "\(error)", help: "Pass the scripts folder with --scripts.")
    }
  }
}
