import Foundation
import PackagePlugin

/// Validates the scripts of a target before it is built. A broken script breaks the build.
@main
struct ValidateSQLScripts: BuildToolPlugin {
  private static let tool = "SQLScriptsValidateTool"

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    return commands(
      for: module.sourceFiles.map(\.url), in: target.name,
      tool: try context.tool(named: Self.tool).url, outputs: context.pluginWorkDirectoryURL)
  }

  private func commands(
    for files: [URL], in target: String, tool: URL, outputs: URL
  ) -> [Command] {
    let folders = ScriptFolder.all(in: files)
    if folders.isEmpty {
      Diagnostics.error(
        "ValidateSQLScripts found no scripts in the target “\(target)”: neither a folder SQLScripts "
          + "nor an sql_default or sql_update_N. Add them to the target, or remove the plugin.")
    }
    // A stamp that is not source code is shipped with the app as a resource. A target without Swift needs one, because
    // SwiftPM compiles no sources of plugins there, and would not run the command.
    let isSwift = files.contains { $0.pathExtension == "swift" }
    return folders.enumerated().map { index, folder in
      let stamp = outputs.appendingPathComponent(
        "ValidatedSQLScripts\(index + 1).\(isSwift ? "swift" : "txt")")
      return .buildCommand(
        displayName: "Validating the SQL scripts in \(folder.url.lastPathComponent)",
        executable: tool, arguments: [folder.url.path, stamp.path],
        inputFiles: folder.inputs, outputFiles: [stamp])
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension ValidateSQLScripts: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      commands(
        for: target.inputFiles.map(\.url), in: target.displayName,
        tool: try context.tool(named: Self.tool).url, outputs: context.pluginWorkDirectoryURL)
    }
  }
#endif
