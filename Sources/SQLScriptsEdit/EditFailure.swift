import SQLScriptsReporting

/// Ends the program, with a message for stderr.
struct EditFailure: Error {
  /// The exit status, with the same meaning as those of the command.
  var status: Int32
  var message: String
  var help: String?

  init(_ status: Int32, _ message: String, help: String? = nil) {
    self.status = status
    self.message = message
    self.help = help
  }

  func print() {
    var line = StyledText("error", .error)
    line.append(": " + VisibleText.oneLine(message))
    var lines = [line]
    if let help {
      var line = StyledText("help", .info)
      line.append(": " + VisibleText.oneLine(help))
      lines.append(line)
    }
    Output.print(Painter.plain.text(lines), to: 2)
  }
}
