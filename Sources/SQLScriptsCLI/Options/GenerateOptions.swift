import ArgumentParser
import SQLScriptsFiles

struct GenerateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the update is for. (default: words of its own)", valueName: "sentence"))
  var description: String?

  @Option(
    help: ArgumentHelp(
      "How it is written. (default: as the bundle's last script)", valueName: "format"))
  var format: ScriptFile.Format?

  @OptionGroup var scripts: ScriptsOptions
}
