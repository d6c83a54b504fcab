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
      Index.self, GenerateRepairCommand.self,
    ])

  struct AddColumn: EditingCommand {
    static let configuration = CommandConfiguration(
      commandName: "add-column", abstract: "Adds a column to a table.")

    @Argument(help: "The table.")
    var table: String
    @Argument(help: "The column definition as in CREATE TABLE: \"age INTEGER NOT NULL DEFAULT 0\".")
    var definition: String
    @OptionGroup var answerOptions: AnswerOptions
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    var goal: WantedUpdate.Goal {
      .edit(.addColumn(table: table, definition: definition))
    }
  }

  struct DropColumn: EditingCommand {
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
    @OptionGroup var answerOptions: AnswerOptions
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    var goal: WantedUpdate.Goal {
      .edit(.dropColumn(table: table, column: column))
    }
  }

  struct RenameColumn: EditingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename-column",
      abstract: "Renames a column, also in indexes, views and triggers.")

    @Argument(help: "The table.")
    var table: String
    @Argument(help: "The column.")
    var column: String
    @Argument(help: "The new name.")
    var new: String
    @OptionGroup var answerOptions: AnswerOptions
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    var goal: WantedUpdate.Goal {
      .edit(.renameColumn(table: table, column: column, new: new))
    }
  }

  struct Rebuild: EditingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rebuild",
      abstract: "Rebuilds a table with its rows, indexes, triggers and views.",
      discussion: """
        For changes that ALTER TABLE cannot make. Pass the new table with --as, or edit the CREATE TABLE \
        in the update. Columns that the new table does not have need --drop or --rename.
        """)

    @Argument(help: "The table.")
    var table: String
    @Option(
      name: .customLong("as"),
      help: ArgumentHelp(
        "The complete CREATE TABLE statement. (default: the current one)", valueName: "sql"))
    var definition: String?
    @OptionGroup var answerOptions: AnswerOptions
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    var goal: WantedUpdate.Goal {
      .edit(.rebuild(table: table, definition: definition))
    }
  }

  struct Index: EditingCommand {
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
    @OptionGroup var answerOptions: AnswerOptions
    @OptionGroup var update: GenerateOptions
    @OptionGroup var output: OutputOptions

    var goal: WantedUpdate.Goal {
      .edit(.index(table: table, columns: columns, isUnique: unique, name: name))
    }
  }
}
