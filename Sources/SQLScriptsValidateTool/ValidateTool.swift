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

/// The program behind the plugin `ValidateSQLScripts`: validates one bundle and reports as Xcode and SwiftPM expect it.
///
/// Every app that uses the plugin builds this program, so it needs no other package: no parser of arguments, and
/// nothing of the command.
@main
enum ValidateTool {
  /// What the program tells the one who called it, as `sqlscripts` does.
  private enum ExitStatus: Int32 {
    case fine = 0
    case findings = 1
    case couldNotLook = 2
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
      status = .couldNotLook
    }
    exit(status.rawValue)
  }

  private static func validate(_ folder: String) -> ExitStatus {
    let bundle: ScriptBundle
    do {
      bundle = try ScriptBundle(directory: folder)
    } catch {
      print("error: \(error)")
      return .couldNotLook
    }
    guard !bundle.isEmpty else {
      report(bundle.diagnostics)
      print("error: no scripts in “\(folder)”: neither sql_default nor an sql_update_N")
      return .couldNotLook
    }
    let validation = Validator(ScriptLibrary(bundle)).validate()
    report(validation.diagnostics)
    if validation.isWithoutSettings || validation.diagnostics.haveUnreadableFile {
      return .couldNotLook
    }
    return validation.hasFindings(atLeast: .error) ? .findings : .fine
  }

  private static func report(_ diagnostics: [Diagnostic]) {
    let renderer = XcodeRenderer(folder: WorkingFolder("/"))
    for diagnostic in diagnostics { print(renderer.text(diagnostic)) }
  }

  /// Writes the file whose age tells a build tool that the scripts have not changed since.
  ///
  /// - Returns: why it cannot be written; nil if it was.
  private static func write(_ stamp: String) -> String? {
    guard let file = fopen(stamp, "w") else { return String(cString: strerror(errno)) }
    // The build compiles it, as Swift.
    let isWritten = fputs("// The SQL scripts are valid.\n", file) >= 0
    return fclose(file) == 0 && isWritten ? nil : String(cString: strerror(errno))
  }
}
