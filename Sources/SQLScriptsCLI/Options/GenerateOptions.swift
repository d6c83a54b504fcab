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

  @OptionGroup var scripts: ScriptsOptions
}
