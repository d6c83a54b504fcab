import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

struct ScriptsOptions: ParsableArguments {
  @Option(
    name: .customLong("scripts"),
    help: ArgumentHelp(
      "The scripts folder. (default: SQLScripts if it exists, otherwise the current folder)",
      valueName: "dir"), completion: .directory)
  var folder: String?

  /// The scripts folder.
  var path: String { folder ?? (System.isFolder("SQLScripts") ? "SQLScripts" : ".") }

  /// The path of a file in the scripts folder.
  func path(of name: String) -> String {
    let folder = path
    return folder == "." ? name : ScriptDirectory.path(of: name, in: folder)
  }

  /// The command that checks the scripts in these options' folder.
  var validating: String { calling("validate") }

  /// The command that checks the scripts in a folder.
  static func validating(_ folder: String) -> String { calling("validate", for: folder) }

  /// A command for the scripts in these options' folder.
  func calling(_ command: String) -> String {
    folder.map { Self.calling(command, for: $0) } ?? "sqlscripts \(command)"
  }

  /// A command for the scripts in a folder.
  static func calling(_ command: String, for folder: String) -> String {
    if folder == "SQLScripts" { return "sqlscripts \(command)" }
    let isPlain = folder.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
    let quoted =
      "'"
      + folder.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#) + "'"
    return VisibleText.oneLine("sqlscripts \(command) --scripts \(isPlain ? folder : quoted)")
  }

  /// The scripts; throws if there are none.
  func bundle() throws -> ScriptBundle {
    let bundle = try anyBundle()
    guard bundle.isEmpty else { return bundle }
    throw CommandFailure(
      .couldNotRun, "no scripts found in “\(path)”: expected sql_default or sql_update_N",
      help: Self.folderWithScripts(in: bundle).map { "Did you mean “\(Self.validating($0))”?" }
        ?? "Create scripts with “sqlscripts init”, or pass the scripts folder with --scripts.",
      diagnostics: bundle.diagnostics)
  }

  /// The first subfolder that contains scripts.
  private static func folderWithScripts(in bundle: ScriptBundle) -> String? {
    bundle.folders.prefix(100).first { folder in
      (try? ScriptBundle(directory: folder))?.isEmpty == false
    }
  }

  /// The scripts, possibly none.
  func anyBundle() throws -> ScriptBundle {
    try Self.check(path)
    do {
      return try ScriptBundle(directory: path)
    } catch {
      throw CommandFailure(
        .couldNotRun, "\(error)", help: "Pass the scripts folder with --scripts.")
    }
  }

  /// Checks that scripts can be written into the folder.
  static func check(_ folder: String) throws {
    guard folder.hasStandIns else { return }
    throw CommandFailure(
      .couldNotRun, "the name of the folder “\(folder)” is not UTF-8", help: "Rename the folder.")
  }

  /// The scripts with valid settings.
  func library() throws -> ScriptLibrary {
    let library = ScriptLibrary(try bundle())
    _ = try settings(of: library)
    return library
  }

  func settings(of library: ScriptLibrary) throws -> BundleSettings {
    do {
      return try library.settings()
    } catch {
      switch error {
      case .scripts(let findings):
        throw CommandFailure(
          .couldNotRun, "the settings cannot be used",
          diagnostics: findings.map(\.diagnostic))
      case .bundle(let error): throw CommandFailure(.couldNotRun, "\(error)")
      default: throw CommandFailure(.defect, "the settings cannot be read")
      }
    }
  }
}
