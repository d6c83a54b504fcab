import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDescription
import SQLScriptsReport
import SQLScriptsReporting
import SQLScriptsScratch
import SQLScriptsValidation

struct ReportCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes an HTML file that shows what scripts do.",
    discussion: """
      The file needs nothing else: it opens from an email or from the artifacts of a CI job, works offline and \
      loads nothing from elsewhere. For each version it shows what the script does in words, its statements with \
      their findings, the tables afterwards, sample rows before and after, and the oldest systems that can run it.

      With --with-data, also migrates a copy of your database, and shows what happens to each table. Your database \
      is only read.

      An earlier report is replaced. No other file is overwritten.

      Example:
        sqlscripts report
        sqlscripts report 4..7 --out update.html
        sqlscripts report --with-data app.sqlite
        sqlscripts report --format json > report.json
      """)

  enum Format: String, OutputFormat {
    case html, json
  }

  @Argument(
    help: ArgumentHelp(
      "A version, or the first and the last one: 4..7. (default: all scripts)",
      valueName: "versions"))
  var versions: VersionRange?

  @Option(
    help: ArgumentHelp(
      "The file to write; “-” for standard output. (default: sqlscripts-report.html; for JSON standard output)",
      valueName: "file"),
    completion: .file())
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Also migrate a copy of this database, and show what happens to its rows.",
      valueName: "database"),
    completion: .file())
  var withData: String?

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = Format.html

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = ScriptLibrary(try scripts.bundle())
    let description = BundleDescription(Validator(library), of: library)
    let chosen = try versions?.entries(of: description, scripts) ?? description.entries
    let files = Set(chosen.map(\.file.name))
    let times = description.times(library.standIns)
    let document = ReportDocument(
      description, of: library, title: title, milliseconds: { times[$0.file.name] }
    ) { files.contains($0.file.name) }
    let json = document.json(data: try data(library))
    let text = format == .html ? ReportPage(json).html : json.pretty + "\n"
    let out = out ?? (format == .html ? "sqlscripts-report.html" : "-")
    guard out != "-" else {
      terminal.printText(text)
      return .fine
    }
    do throws(AuthoringError) {
      try ReplacedFile.writeAnew(text, to: out, ifEarlier: ReportPage.isReport)
    } catch {
      throw CommandFailure(authoring: error)
    }
    terminal.print(StyledText(VisibleText.oneLine(out), .path))
    return .fine
  }

  private var title: String {
    let folder = scripts.path
    return ReportDocument.title(
      of: folder.hasPrefix("/") ? folder : System.workingFolder + "/" + folder)
  }

  private func data(_ library: ScriptLibrary) throws -> JSONText {
    guard let withData else { return .null }
    do {
      return try ReportData(library, on: withData, temporaryFolder: TemporaryFolder.path).json
    } catch let failure as MigrationFailure {
      throw CommandFailure(reading: failure)
    } catch let error as RealRows.LoadError {
      throw CommandFailure(.couldNotRun, error.message)
    }
  }
}
