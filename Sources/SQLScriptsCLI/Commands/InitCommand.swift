import ArgumentParser
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension ScriptFile.Format: ExpressibleByArgument {}

struct InitCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Creates a scripts folder.",
    discussion: """
      Writes sql_default with an example to replace, and sqlscripts.json with the settings. Overwrites \
      nothing.

      Also writes .vscode/settings.json and two JSON Schemas to the current folder, so that Visual Studio \
      Code completes and checks JSON scripts. Pass --no-editor to leave them out.

      With --from, sql_default creates the schema of an existing database, or of a file with SQL \
      statements, and not the example. The version is that of the database or its user_version, otherwise 1. Rows are not \
      copied. A new database is compared with the old one before anything is written.

      Example:
        sqlscripts init
        sqlscripts init --from app.sqlite
        sqlscripts init Resources/Scripts --format json
      """)

  @Argument(help: "The scripts folder. Created if it does not exist.", completion: .directory)
  var dir = "SQLScripts"

  @Option(help: ArgumentHelp("The format of the scripts.", valueName: "format"))
  var format = ScriptFile.Format.plist

  @Option(
    help: ArgumentHelp(
      "The database, or the .sql file, whose schema sql_default creates.", valueName: "file"),
    completion: .file())
  var from: String?

  @Flag(help: "Use timestamps as version numbers, for teams that work on branches.")
  var timestamp = false

  @Flag(inversion: .prefixedNo, help: "Also write settings for Visual Studio Code.")
  var editor = true

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("The format of the output.", valueName: "format"))
  var outputFormat = ReportFormat.human

  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { outputFormat.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    try ScriptsOptions.check(dir)
    let existing = try from.map { try ExistingSource(SchemaSource(file: $0)) }
    do {
      let bundle = try bundle(of: existing)
      let paths = try bundle.write(to: dir)
      if outputFormat == .human { show(paths, on: terminal) }
      let settings = editor ? try EditorSettings.write() : (written: [], kept: [])
      switch outputFormat {
      case .human: show(settings.written, on: terminal)
      case .json:
        terminal.print(
          .document([
            .init("files", .array((paths + settings.written).map { .string($0) })),
            .init("kept", .array(settings.kept.map { .string($0) })),
          ]))
      }
      if outputFormat == .human {
        for path in settings.kept {
          terminal.printError([
            StyledText("note: \(path) already exists with other contents and was not changed")
          ])
        }
      }
      terminal.printError((existing?.notes ?? []) + [StyledText("next: " + next(existing))])
    } catch let error as AuthoringError {
      throw CommandFailure(authoring: error)
    }
    return .fine
  }

  private func bundle(of existing: ExistingSource?) throws -> FirstBundle {
    let numbering: BundleSettings.Numbering = timestamp ? .timestamp : .sequential
    guard let existing else { return FirstBundle(format: format, numbering: numbering) }
    return try existing.bundle(format: format, numbering: numbering)
  }

  private func next(_ existing: ExistingSource?) -> String {
    let check = "run “\(ScriptsOptions.validating(dir))”"
    guard let existing else { return "write your tables into sql_default, then \(check)" }
    guard let path = existing.databaseToAdopt else { return check }
    let adopt = ScriptsOptions.calling("adopt", for: dir)
    return "\(check), then record the version of databases that exist: "
      + VisibleText.oneLine("\(adopt) --version \(existing.version) \(path)")
  }

  private func show(_ paths: [String], on terminal: Terminal) {
    terminal.print(paths.map { StyledText(VisibleText.oneLine($0), .path) })
  }
}
