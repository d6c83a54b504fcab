import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Writes the next update with the statements for a change.",
    discussion: """
      Generates the statements for the tables of the latest version and rehearses them with sample rows \
      before the file is written. Prints the path of the update. Read it before you ship it.

      Example:
        sqlscripts generate update --to wanted.sql
        sqlscripts generate add-column user "age INTEGER NOT NULL DEFAULT 0"
        sqlscripts generate drop-column user nick
        sqlscripts generate rename-column user name full_name
        sqlscripts generate index user email --unique
        sqlscripts generate rebuild user
        sqlscripts generate repair
      """,
    subcommands: [
      GenerateUpdateCommand.self, AddColumn.self, DropColumn.self, RenameColumn.self, Rebuild.self,
      Index.self, Repair.self,
    ])

  struct AddColumn: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "add-column", abstract: "Adds a column to a table.")

    @Argument(help: "The table.")
    var table: String
    @Argument(help: "The column definition as in CREATE TABLE: \"age INTEGER NOT NULL DEFAULT 0\".")
    var definition: String
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    func generate(
      in library: ScriptLibrary, settings: BundleSettings
    ) throws(GeneratedUpdate.Refusal) -> GeneratedUpdate? {
      try generate(
        .addColumn(table: table, definition: definition), in: library, settings: settings)
    }
  }

  struct DropColumn: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop-column",
      abstract: "Drops a column with its indexes and constraints.",
      discussion: """
        If ALTER TABLE cannot drop the column, because of a UNIQUE, CHECK or FOREIGN KEY constraint, the \
        table is rebuilt without it. Refuses a column of the primary key, and a column that a CHECK or a \
        generated column uses together with others. Use “rebuild --as” for these.
        """)

    @Argument(help: "The table.")
    var table: String
    @Argument(help: "The column.")
    var column: String
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    func generate(
      in library: ScriptLibrary, settings: BundleSettings
    ) throws(GeneratedUpdate.Refusal) -> GeneratedUpdate? {
      try generate(.dropColumn(table: table, column: column), in: library, settings: settings)
    }
  }

  struct RenameColumn: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename-column",
      abstract: "Renames a column, also in indexes, views and triggers.")

    @Argument(help: "The table.")
    var table: String
    @Argument(help: "The column.")
    var column: String
    @Argument(help: "The new name.")
    var new: String
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    func generate(
      in library: ScriptLibrary, settings: BundleSettings
    ) throws(GeneratedUpdate.Refusal) -> GeneratedUpdate? {
      try generate(
        .renameColumn(table: table, column: column, new: new), in: library, settings: settings)
    }
  }

  struct Rebuild: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rebuild",
      abstract: "Rebuilds a table with its rows, indexes, triggers and views.",
      discussion: """
        For changes that ALTER TABLE cannot make. Pass the new table with --as, or edit the CREATE TABLE \
        in the update. Copies the columns that both tables have.
        """)

    @Argument(help: "The table.")
    var table: String
    @Option(
      name: .customLong("as"),
      help: ArgumentHelp(
        "The complete CREATE TABLE statement. (default: the current one)", valueName: "sql"))
    var definition: String?
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    func generate(
      in library: ScriptLibrary, settings: BundleSettings
    ) throws(GeneratedUpdate.Refusal) -> GeneratedUpdate? {
      try generate(.rebuild(table: table, definition: definition), in: library, settings: settings)
    }
  }

  struct Index: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "index", abstract: "Creates an index.")

    @Argument(help: "The table.")
    var table: String
    @Argument(help: "The columns.")
    var columns: [String]
    @Flag(help: "Create a UNIQUE index.")
    var unique = false
    @Option(help: ArgumentHelp("The name of the index. (default: table and columns)"))
    var name: String?
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    func generate(
      in library: ScriptLibrary, settings: BundleSettings
    ) throws(GeneratedUpdate.Refusal) -> GeneratedUpdate? {
      try generate(
        .index(table: table, columns: columns, isUnique: unique, name: name), in: library,
        settings: settings)
    }
  }

  struct Repair: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "repair",
      abstract: "Creates the indexes, triggers and views again that released scripts lost.")

    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    func generate(
      in library: ScriptLibrary, settings: BundleSettings
    ) throws(GeneratedUpdate.Refusal) -> GeneratedUpdate? {
      try GeneratedUpdate.repairing(
        library, for: update.description, settings: settings, format: update.format,
        timestamp: System.timestamp)
    }
  }
}
