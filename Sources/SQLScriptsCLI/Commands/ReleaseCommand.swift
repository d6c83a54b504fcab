import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

struct ReleaseCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Records the current scripts as released in sqlscripts.lock.",
    discussion: """
      Afterwards “validate” reports a released script that was edited or deleted, because users who \
      already ran it never run it again. Comments, whitespace and file format may change. Fails if \
      “validate” finds errors. Keep sqlscripts.lock under version control.

      Example:
        sqlscripts release
        sqlscripts release --check
      """)

  @Flag(help: "Write nothing; exit with status 1 if there is something to record.")
  var check = false

  @Flag(help: "Record edited scripts again. Only safe if no user has the release.")
  var acceptChanges = false

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
    let path = scripts.path(of: LockFile.fileName)
    let validator = Validator(library)
    let errors = validator.validate().diagnostics.filter {
      $0.severity == .error && !(acceptChanges && LockFile.findings.contains($0.id))
    }
    let source = try lockSource(of: library.bundle)
    let reading = source.map { LockFile.reading($0) }
    let old = reading?.lock ?? LockFile()
    let lock = old.releasing(
      validator.readScripts().scripts, settings: try scripts.settings(of: library),
      acceptsChanges: acceptChanges
    ).lock
    guard errors.isEmpty, let lock else {
      return refuse(path, old, errors, on: terminal)
    }
    let changes = lock.changes(since: old)
    let isDamaged = reading?.diagnostics.hasErrors ?? false
    let isDue = !changes.isEmpty || isDamaged
    if isDue, !check {
      do throws(AuthoringError) {
        if let source {
          try ReplacedFile.write(Array(lock.text.utf8), to: path, insteadOf: Array(source.bytes))
        } else {
          try NewFile.write(lock.text, to: path)
        }
      } catch {
        throw CommandFailure(authoring: error)
      }
    }
    let release = Release(
      path: path, lock: lock, changes: changes,
      outcome: !isDue ? .current : check ? .due : .written)
    switch format {
    case .human: terminal.print(release.lines)
    case .json: terminal.print(release.json)
    }
    return release.outcome == .due ? .findings : .fine
  }

  private func lockSource(of bundle: ScriptBundle) throws -> SourceFile? {
    do throws(ScriptBundleError) {
      return try bundle.lockSource()
    } catch {
      throw CommandFailure(.couldNotRun, "\(error)")
    }
  }

  private func refuse(
    _ path: String, _ old: LockFile, _ errors: [Diagnostic], on terminal: Terminal
  ) -> ExitStatus {
    let release = Release(
      path: path, lock: old, changes: [], outcome: .refused, diagnostics: errors)
    switch format {
    case .human:
      let renderer = HumanRenderer(width: terminal.excerptWidth)
      for diagnostic in errors { terminal.print(renderer.lines(diagnostic) + [StyledText()]) }
      terminal.print(release.lines)
    case .json: terminal.print(release.json)
    }
    return .findings
  }
}
