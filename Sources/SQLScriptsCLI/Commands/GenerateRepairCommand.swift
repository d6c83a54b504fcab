import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsFiles

/// Creates again what released scripts dropped by mistake.
struct GenerateRepairCommand: GeneratingCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Creates the indexes, triggers and views again that released scripts lost.")

  @OptionGroup var update: GenerateOptions
  @OptionGroup var output: OutputOptions

  var nothingToDo: String { "nothing to repair" }

  func maker(
    in library: ScriptLibrary, settings: BundleSettings
  ) throws -> (SchemaAnswers) throws -> WantedUpdate {
    { _ in
      let repair = try GeneratedUpdate.repairing(
        library, for: update.description, settings: settings, format: update.format,
        timestamp: NextUpdate.now)
      return repair.map { .update($0, otherRows: []) } ?? .none(otherRows: [])
    }
  }
}
