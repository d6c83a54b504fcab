import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program behind the plugin `ValidateSQLScripts`. It validates one bundle and reports in the format of Xcode and
/// SwiftPM.
///
/// Apps that use this plugin build the program, so it uses no other package, not even an argument parser, and nothing of
/// the command. `Tools/release` puts the built program into the package `SQLScriptsPlugin`.
@main
enum ValidateTool {
  /// The exit status, as of `sqlscripts`.
  private enum ExitStatus: Int32 {
    case fine = 0
    case findings = 1
    case couldNotRun = 2
    case wrongUsage = 64
  }

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let folder = arguments.first, let stamp = arguments.last,
      folder.hasPrefix("/")
    else {
      print("usage: SQLScriptsValidateTool FOLDER STAMP, both as absolute paths")
      exit(ExitStatus.wrongUsage.rawValue)
    }
    var status = validate(folder)
    if status == .fine, let problem = write(stamp) {
      print("error: “\(stamp)” cannot be written: \(problem)")
      status = .couldNotRun
    }
    exit(status.rawValue)
  }

  private static func validate(_ folder: String) -> ExitStatus {
    let bundle: ScriptBundle
    do {
      bundle = try ScriptBundle(directory: folder)
    } catch {
      print("error: \(error)")
      return .couldNotRun
    }
    guard !bundle.isEmpty else {
      report(bundle.diagnostics)
      print("error: no scripts in “\(folder)”: neither sql_default nor an sql_update_N")
      return .couldNotRun
    }
    let validation = Validator(ScriptLibrary(bundle)).validate()
    report(validation.diagnostics)
    if validation.isWithoutSettings || validation.diagnostics.hasUnreadableFile {
      return .couldNotRun
    }
    return validation.hasFindings(atLeast: .error) ? .findings : .fine
  }

  private static func report(_ diagnostics: [Diagnostic]) {
    let renderer = XcodeRenderer(folder: WorkingFolder("/"))
    for diagnostic in diagnostics.withLongAdviceOnce { print(renderer.text(diagnostic)) }
  }

  /// Writes the stamp file, whose age tells the build that the scripts have not changed.
  ///
  /// - Returns: the error message; nil if it was written.
  private static func write(_ stamp: String) -> String? {
    guard let file = fopen(stamp, "w") else { return String(cString: strerror(errno)) }
    // The build compiles this file as Swift.
    let isWritten = fputs("// The SQL scripts are valid.\n", file) >= 0
    return fclose(file) == 0 && isWritten ? nil : String(cString: strerror(errno))
  }
}
