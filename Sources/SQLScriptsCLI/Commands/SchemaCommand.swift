import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSchema

struct SchemaCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the tables, indexes, views and triggers of a database.",
    discussion: """
      As SQL that makes them again, or as JSON. The tables in which versions are kept are left out \
      unless --bookkeeping asks for them.

      Example:
        sqlscripts schema app.sqlite
        sqlscripts schema app.sqlite --format json
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case sql, json
  }

  @Argument(help: "The database.")
  var database: String

  @Flag(help: "Include db_version, db_version_history and schema_migrations.")
  var bookkeeping = false

  @Option(help: ArgumentHelp("How to print it.", valueName: "format"))
  var format = Format.sql

  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    let schema: Schema
    do throws(SQLiteError) {
      let connection = try Connection(
        path: database, mode: .readWrite, busyTimeout: Milliseconds(5000))
      schema = try Schema(
        connection, without: bookkeeping ? [] : VersionStore.bookkeepingTables)
    } catch {
      throw CommandStop(looking: MigrationFailure(looking: error, at: database))
    }
    switch format {
    case .sql: terminal.printText(schema.sql)
    case .json: terminal.print(schema.json(of: database))
    }
    return .fine
  }
}
