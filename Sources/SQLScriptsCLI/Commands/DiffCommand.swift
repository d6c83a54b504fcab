import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

struct DiffCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows how two schemas differ.",
    discussion: """
      Each one is a version of the scripts, a database, or a .sql file that creates it; “-” is SQL on standard \
      input. Compares the structure, not the way the SQL is written, and ignores the tables in which versions are stored.

      Example:
        sqlscripts diff 4 5
        sqlscripts diff 5 app.sqlite --check
        sqlscripts diff wanted.sql app.sqlite
        sqlscripts diff 4 wanted.sql --sql --drop user.fax
      """)

  @Argument(
    help: ArgumentHelp("A version, a database, a .sql file or “-”.", valueName: "a"),
    completion: .file())
  var old: String

  @Argument(help: ArgumentHelp("Another one.", valueName: "b"), completion: .file())
  var new: String

  @Flag(help: "Exit with status 1 if they differ.")
  var check = false

  @Flag(help: "Print the statements that lead from the first schema to the second.")
  var sql = false

  @OptionGroup(title: "Answers for --sql") var answerOptions: AnswerOptions

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let sources = (old: SchemaSource(old), new: SchemaSource(new))
    if sql { return try printStatements(sources.old, sources.new, on: terminal) }
    let difference = SchemaDifference(
      from: try snapshot(of: sources.old), to: try snapshot(of: sources.new))
    switch format {
    case .human:
      terminal.print(difference.lines(from: sources.old.name, to: sources.new.name))
    case .json:
      terminal.print(difference.json(from: sources.old.name, to: sources.new.name))
    }
    return check && !difference.isEmpty ? .findings : .fine
  }

  private func printStatements(
    _ old: SchemaSource, _ new: SchemaSource, on terminal: Terminal
  ) throws -> ExitStatus {
    let settings = try? scripts.settings(of: scripts.library())
    let update: SchemaUpdate
    do {
      update = try SchemaUpdate.make(
        from: WantedUpdate.snapshot(of: old.connection(scripts)),
        to: WantedUpdate.snapshot(of: new.connection(scripts)), answers: answerOptions.answers(),
        sqlite: settings.flatMap { Targets($0).binding?.sqlite } ?? .running,
        standIns: settings.map { StandIns($0) } ?? .none)
    } catch let refusal as SchemaRefusal {
      throw CommandFailure(.findings, "\(refusal)")
    } catch let error as SQLiteError {
      throw CommandFailure(reading: MigrationFailure(reading: error, at: new.name))
    }
    switch (update, format) {
    case (.none, .human): return .fine
    case (.questions(let questions), .human):
      questions.print(on: terminal)
      return .findings
    case (.statements(let found), .human):
      for guarding in found.guards {
        terminal.print(StyledText("-- must return no row: \(VisibleText.oneLine(guarding))", .dim))
      }
      terminal.printText(found.script)
    case (_, .json): terminal.print(update.json)
    }
    if case .questions = update { return .findings }
    if case .none = update { return .fine }
    return check ? .findings : .fine
  }

  private func snapshot(of source: SchemaSource) throws -> SchemaSnapshot {
    let connection = try source.connection(scripts)
    do throws(SQLiteError) {
      return try VersionSchemas.snapshot(of: connection)
    } catch {
      throw CommandFailure(reading: MigrationFailure(reading: error, at: source.name))
    }
  }
}
