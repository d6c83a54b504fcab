import ArgumentParser
import SQLScriptsAuthoring

/// Writes the update that leads to a wanted schema.
struct GenerateUpdateCommand: EditingCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Writes the update that leads to the schema that you want.",
    discussion: """
      WANTED is a .sql file with CREATE statements, or a database, perhaps edited in another program. Exports \
      such as “sqlite3 app.sqlite .schema” are fine. “-” reads SQL from standard input, and a number is a version \
      of the scripts. What the schema does not say is asked: was a column renamed, or dropped and another one \
      added? On a terminal you can answer at once. Elsewhere, the command lists the options that answer, and \
      writes nothing.

      The update runs on sample rows before it is written: its result must be the wanted schema, and every row \
      that should stay must be there with all its values.

      Example:
        sqlscripts generate update --to wanted.sql
        sqlscripts generate update --to edited.sqlite --rename user.nick=nickname
        sqlscripts generate update --to wanted.sql --drop user.fax --fill user.age=0 --dry-run
        sqlite3 edited.sqlite .schema | sqlscripts generate update --to -
      """)

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "The wanted schema: a .sql file, a database, a version or “-”.", valueName: "wanted"),
    completion: .file())
  var wanted: String

  @OptionGroup var answerOptions: AnswerOptions
  @OptionGroup var update: GenerateOptions
  @OptionGroup var output: OutputOptions

  var goal: WantedUpdate.Goal {
    get throws { .schema(try SchemaSource(wanted).savedConnection(update.scripts)) }
  }
}
