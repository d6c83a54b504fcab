import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsSchema

struct SchemaCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the tables, indexes, views and triggers of a database or a version.",
    discussion: """
      Prints SQL, JSON, or a Mermaid entity relationship diagram. Without a database, prints the schema \
      that the scripts create: of the latest version, or of --at. Leaves out the tables in which versions \
      are stored unless you pass --bookkeeping.

      Example:
        sqlscripts schema --at 5
        sqlscripts schema app.sqlite
        sqlscripts schema --format mermaid
      """)

  enum Format: String, OutputFormat {
    case sql, json, mermaid
  }

  @Argument(help: "The database. (default: what the scripts create)", completion: .file())
  var database: String?

  @Option(help: ArgumentHelp("The version of the scripts.", valueName: "version"))
  var at: Int64?

  @Flag(help: "Include db_version, db_version_history and schema_migrations.")
  var bookkeeping = false

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = Format.sql

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func validate() throws {
    if database != nil, at != nil {
      throw ValidationError("--at selects a version of the scripts; do not pass a database")
    }
  }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let source = database.map { SchemaSource.database($0) } ?? .version(at)
    let connection = try source.connection(scripts)
    let hidden = bookkeeping ? [] : VersionStore.bookkeepingTables
    do throws(SQLiteError) {
      switch format {
      case .sql: terminal.printText(try Schema(connection, without: hidden).sql)
      case .json:
        terminal.print(
          try Schema(connection, without: hidden).json(database: database, version: at))
      case .mermaid:
        let diagram = try SchemaReader(connection).snapshot(without: Set(hidden)).mermaid
        // The diagram is rendered on a page, by any program.
        terminal.print(
          diagram.split(separator: "\n").map { StyledText(VisibleText.oneLine(String($0))) })
      }
    } catch {
      throw CommandFailure(reading: MigrationFailure(reading: error, at: source.name))
    }
    return .fine
  }
}
