import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDescription
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
      “validate” finds errors. If the scripts have shipped already, record them as they are with \
      --as-shipped: “validate” then reports only what is new, and what a new update can repair. \
      The lock also keeps the text of sql_default, so that updates are rehearsed on the released \
      version after sql_default creates a later one. Keep sqlscripts.lock under version control.

      Example:
        sqlscripts release
        sqlscripts release --check
        sqlscripts release --as-shipped
      """)

  @Flag(help: "Write nothing; exit with status 1 if there is something to record.")
  var check = false

  @Flag(
    help: "Record scripts that have shipped already in spite of errors. They fail no later run.")
  var asShipped = false

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
    let description = BundleDescription(validator, of: library)
    let validation = description.validation
    var errors = validation.diagnostics.filter {
      $0.severity == .error && !(acceptChanges && LockFile.findings.contains($0.id))
    }
    let (existing, unreadable) = validator.readScripts()
    var shipped: [Diagnostic] = []
    if asShipped, unreadable.isEmpty, !validation.isWithoutSettings {
      shipped = errors.filter { !LockFile.findings.contains($0.id) }
      errors.removeAll { !LockFile.findings.contains($0.id) }
    }
    let prepared = try prepare(library, existing)
    guard errors.isEmpty, let lock = prepared.lock else {
      return refuse(path, prepared.old, errors, on: terminal)
    }
    let isDue = prepared.isDue
    if isDue, !check {
      do throws(AuthoringError) {
        try prepared.write(in: scripts.path, to: path)
      } catch {
        throw CommandFailure(authoring: error)
      }
    }
    var release = Release(
      path: path, lock: lock, changes: prepared.changes,
      outcome: !isDue ? .current : check ? .due : .written)
    release.shippedErrors = shipped.count
    release.sentences = ScriptSentences(description)
    switch format {
    case .human: terminal.print(release.lines(width: terminal.width))
    case .json: terminal.print(release.json)
    }
    if existing.contains(where: \.isFirstExample) {
      terminal.printError([
        StyledText(
          "warning: sql_default still has the example table of “sqlscripts init”, which every user would get"
        )
      ])
    }
    warn(of: validation, release, on: terminal)
    if release.outcome == .written, format == .human {
      terminal.printError([
        StyledText(
          "next: do not edit these scripts any more; for the next change, run “sqlscripts new "
            + "\"what it does\"”")
      ])
    }
    return release.outcome == .due ? .findings : .fine
  }

  /// Findings that would soon be in released scripts, where nobody can correct them.
  private func warn(of validation: Validation, _ release: Release, on terminal: Terminal) {
    guard release.outcome == .written || release.outcome == .due, format == .human else { return }
    terminal.printError(
      validation.diagnostics.filter { $0.severity == .warning }.advised()
        .map { ConciseRenderer().line($0) })
  }

  private func prepare(
    _ library: ScriptLibrary, _ existing: [Script]
  ) throws -> ScriptRelease {
    let settings = try scripts.settings(of: library)
    do throws(ScriptBundleError) {
      return try ScriptRelease(
        of: library.bundle, existing, settings: settings,
        recording: acceptChanges ? .allWithChanges : .all)
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
      terminal.print(release.lines(width: terminal.width))
      if old.entries.isEmpty, !asShipped {
        terminal.print(
          StyledText("If these scripts have shipped, record them: sqlscripts release --as-shipped"))
      }
    case .json: terminal.print(release.json)
    }
    return .findings
  }
}
