import ArgumentParser
import SQLScriptsDatabase

struct EditCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Opens an editor for the scripts in your browser.",
    discussion: """
      Starts a small web server on this computer, prints its address, and opens it in your browser. Other \
      computers cannot reach it. The address contains a secret: whoever has it can edit the scripts until \
      the editor stops.

      The editor stops when you close its last page, with Ctrl-C, or after 30 minutes without activity \
      unless a page shows unsaved changes. It also stops if no browser opens the page within 5 minutes. \
      One editor at a time can have a folder.

      With --with-data, the editor can try the scripts on a copy of that database. It never changes the \
      database.

      Example:
        sqlscripts edit
        sqlscripts edit App/SQLScripts --with-data app.sqlite
      """)

  @Argument(
    help: ArgumentHelp(
      "The scripts folder. (default: SQLScripts if it exists, otherwise the current folder)",
      valueName: "dir"), completion: .directory)
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "The database to try the scripts on. The editor works on a copy.", valueName: "file"),
    completion: .file())
  var withData: String?

  @Flag(help: "Only print the address.")
  var noOpen = false

  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { nil }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let programs = System.programsFolder
    let program = programs + "/sqlscripts-edit"
    var arguments = noOpen ? ["--no-open"] : []
    if let withData { arguments += ["--with-data", withData] }
    let folder = folder ?? (System.isFolder("SQLScripts") ? "SQLScripts" : ".")
    let reason = System.replaceProcess(by: program, arguments + ["--", folder])
    throw CommandFailure(
      .couldNotRun, "cannot start the editor “\(program)”: \(reason)",
      help: """
        Install the program sqlscripts-edit in “\(programs)”. It is part of each release, and “swift build \
        --product sqlscripts-edit” builds it.
        """)
  }
}
