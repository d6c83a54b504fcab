import ArgumentParser
import SQLScriptsFiles

struct GenerateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The description of the update. (default: generated)", valueName: "sentence"))
  var description: String?

  @Option(
    help: ArgumentHelp(
      "The format. (default: that of the last script)", valueName: "format"))
  var format: ScriptFile.Format?

  @Flag(help: "Print the update instead of writing it.")
  var dryRun = false

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("The format of the output.", valueName: "format"))
  var outputFormat = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
}
