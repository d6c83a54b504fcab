import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// A command that writes an update with the statements for one change.
protocol GeneratingCommand: TerminalCommand {
  var update: GenerateOptions { get }

  /// The update; nil if nothing has to change.
  func generate(
    in library: ScriptLibrary, settings: BundleSettings
  ) throws(GeneratedUpdate.Refusal) -> GeneratedUpdate?
}

extension GeneratingCommand {
  var machineFormat: MachineFormat? { update.outputFormat.machine }

  func generate(
    _ generation: Generation, in library: ScriptLibrary, settings: BundleSettings
  ) throws(GeneratedUpdate.Refusal) -> GeneratedUpdate {
    try GeneratedUpdate(
      generation, for: update.description, in: library, settings: settings,
      format: update.format, timestamp: System.timestamp)
  }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try update.scripts.library()
    let settings = try update.scripts.settings(of: library)
    do {
      guard let generated = try generate(in: library, settings: settings) else {
        switch update.outputFormat {
        case .human: terminal.print(StyledText("nothing to repair"))
        case .json: terminal.print(Self.document(of: nil, warnings: []))
        }
        return .fine
      }
      let path = update.scripts.path(of: generated.fileName)
      try NewFile.write(generated.text, to: path)
      terminal.printError(
        generated.warnings.flatMap(HumanRenderer(width: terminal.excerptWidth).lines))
      switch update.outputFormat {
      case .human: terminal.print(StyledText(VisibleText.oneLine(path), .path))
      case .json:
        terminal.print(Self.document(of: path, warnings: generated.warnings))
      }
    } catch let refusal as GeneratedUpdate.Refusal {
      throw CommandFailure(refusal)
    } catch let error as AuthoringError {
      throw CommandFailure(authoring: error)
    }
    return .fine
  }

  /// - Parameter path: the new file; nil if there was nothing to do.
  private static func document(of path: String?, warnings: [Diagnostic]) -> JSONText {
    .document([
      .init("file", .string(path)), .init("diagnostics", .array(warnings.map(\.json))),
    ])
  }
}

extension CommandFailure {
  init(_ refusal: GeneratedUpdate.Refusal) {
    switch refusal {
    case .generation(let refusal): self.init(refusal)
    case .authoring(let error): self.init(authoring: error)
    case .migration(let failure):
      self.init(
        .findings, failure.summary, help: "“sqlscripts validate” shows the details.",
        diagnostics: failure.diagnostics)
    case .trial(let failure):
      self.init(
        .findings, "the update would fail, so it was not written: \(failure.summary)",
        diagnostics: failure.diagnostics)
    case .database(let error): self.init(.couldNotRun, error.message)
    case .rehearsal(let diagnostics):
      self.init(
        .findings, "the update would have errors, so it was not written",
        diagnostics: diagnostics)
    case .changesMore(let words):
      self.init(
        .findings,
        "the update would change more than you asked for, so it was not written: "
          + words.prefix(5).joined(separator: "; "),
        help: "Write this update by hand.")
    }
  }

  private init(_ refusal: Generation.Refusal) {
    let mean = { (guess: String?) in guess.map { "Did you mean “\($0)”?" } }
    switch refusal {
    case .noTable(let name, let guess):
      self.init(.findings, "no table named “\(name)”", help: mean(guess))
    case .noColumn(let name, let table, let guess):
      self.init(.findings, "“\(table)” has no column “\(name)”", help: mean(guess))
    case .notATable(let name):
      self.init(.findings, "“\(name)” is a view or a virtual table, which cannot be altered")
    case .notADefinition(let name):
      self.init(
        .findings, "--as must be a CREATE TABLE statement for “\(name)”",
        help: "Write it as “CREATE TABLE \(name) (…)”.")
    case .notOneStatement:
      self.init(
        .findings, "the definition must not contain “;”",
        help: "Make one update for each change.")
    case .exists(let name): self.init(.findings, "“\(name)” already exists")
    }
  }
}
