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
      The statements are made for the tables as the last update leaves them, and rehearsed with sample rows \
      before the file is written. It prints the path of the update, to be read before it is shipped.

      Example:
        sqlscripts generate add-column user "age INTEGER NOT NULL DEFAULT 0"
        sqlscripts generate drop-column user nick
        sqlscripts generate rename-column user name full_name
        sqlscripts generate index user email --unique
        sqlscripts generate rebuild user
      """,
    subcommands: [
      AddColumn.self, DropColumn.self, RenameColumn.self, Rebuild.self, Index.self,
    ])

  struct AddColumn: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "add-column", abstract: "Adds a column to a table.")

    @Argument(help: "The table.")
    var table: String
    @Argument(help: "The column as CREATE TABLE would say it: \"age INTEGER NOT NULL DEFAULT 0\".")
    var definition: String
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    var generation: Generation { .addColumn(table: table, definition: definition) }
  }

  struct DropColumn: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop-column",
      abstract: "Drops a column, and the indexes and constraints on it.",
      discussion: """
        Where ALTER TABLE cannot drop it, for a UNIQUE, a CHECK or a FOREIGN KEY, the table is made anew \
        without it. A column of the primary key stays, and one that is in a CHECK or a generated column \
        with others: that takes a rebuild whose --as says how the table is to be.
        """)

    @Argument(help: "The table.")
    var table: String
    @Argument(help: "The column.")
    var column: String
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    var generation: Generation { .dropColumn(table: table, column: column) }
  }

  struct RenameColumn: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename-column",
      abstract: "Gives a column another name, also in indexes, views and triggers.")

    @Argument(help: "The table.")
    var table: String
    @Argument(help: "The column.")
    var column: String
    @Argument(help: "Its new name.")
    var new: String
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    var generation: Generation { .renameColumn(table: table, column: column, new: new) }
  }

  struct Rebuild: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rebuild",
      abstract: "Makes a table anew with its rows, indexes, triggers and the views on it.",
      discussion: """
        For changes that ALTER TABLE cannot make: say with --as how the table is to be, or edit the CREATE \
        TABLE in the update. Columns that both have are copied.
        """)

    @Argument(help: "The table.")
    var table: String
    @Option(
      name: .customLong("as"),
      help: ArgumentHelp("The whole CREATE TABLE. (default: as the table is)", valueName: "sql"))
    var definition: String?
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    var generation: Generation { .rebuild(table: table, definition: definition) }
  }

  struct Index: GeneratingCommand {
    static let configuration = CommandConfiguration(
      commandName: "index", abstract: "Makes an index.")

    @Argument(help: "The table.")
    var table: String
    @Argument(help: "The columns.")
    var columns: [String]
    @Flag(help: "No two rows may have the same values.")
    var unique = false
    @Option(help: ArgumentHelp("What it is called. (default: table and columns)"))
    var name: String?
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    var generation: Generation {
      .index(table: table, columns: columns, isUnique: unique, name: name)
    }
  }
}
