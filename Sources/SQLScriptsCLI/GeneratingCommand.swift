import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// A command that writes an update.
protocol GeneratingCommand: TerminalCommand {
  var update: GenerateOptions { get }

  /// What to say if no update is needed.
  var nothingToDo: String { get }

  /// The answers that the options give.
  func answers() throws -> SchemaAnswers

  /// The update, or what has to be known before it can be written.
  func result(
    _ answers: SchemaAnswers, in library: ScriptLibrary, settings: BundleSettings
  ) throws -> WantedUpdate
}

/// A command that writes the update for a wanted schema.
protocol EditingCommand: GeneratingCommand {
  var answerOptions: AnswerOptions { get }
  var goal: WantedUpdate.Goal { get throws }
}

extension EditingCommand {
  var nothingToDo: String { "the schemas are the same" }

  func answers() throws -> SchemaAnswers { try answerOptions.answers() }

  func result(
    _ answers: SchemaAnswers, in library: ScriptLibrary, settings: BundleSettings
  ) throws -> WantedUpdate {
    try WantedUpdate.make(
      to: goal, answers: answers, for: update.description, in: library, settings: settings,
      format: update.format, timestamp: System.timestamp)
  }
}

extension GeneratingCommand {
  var machineFormat: MachineFormat? { update.outputFormat.machine }

  func answers() throws -> SchemaAnswers { SchemaAnswers() }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try update.scripts.library()
    let settings = try update.scripts.settings(of: library)
    var answers = try answers()
    while true {
      let result: WantedUpdate
      do {
        result = try self.result(answers, in: library, settings: settings)
      } catch {
        throw CommandFailure(generating: error)
      }
      switch result {
      case .none:
        report(nil, [], on: terminal)
        return .fine
      case .update(let generated):
        try write(generated, on: terminal)
        return .fine
      case .questions(let questions):
        guard machineFormat == nil, System.isTerminal(0), System.isTerminal(1) else {
          return refuse(questions, on: terminal)
        }
        for question in questions {
          guard question.ask(for: &answers, on: terminal) else { return .findings }
        }
      }
    }
  }

  private func refuse(_ questions: [SchemaQuestion], on terminal: Terminal) -> ExitStatus {
    switch update.outputFormat {
    case .human:
      questions.print(on: terminal)
    case .json: report(nil, questions, on: terminal)
    }
    return .findings
  }

  private func write(_ generated: GeneratedUpdate, on terminal: Terminal) throws {
    let path = update.scripts.path(of: generated.fileName)
    if !update.dryRun {
      do throws(AuthoringError) {
        try NewFile.write(generated.text, to: path)
      } catch {
        throw CommandFailure(authoring: error)
      }
    }
    terminal.printError(
      generated.warnings.flatMap(HumanRenderer(width: terminal.excerptWidth).lines))
    switch update.outputFormat {
    case .human where update.dryRun: terminal.printText(generated.text)
    case .human: terminal.print(StyledText(VisibleText.oneLine(path), .path))
    case .json: report(generated, [], on: terminal)
    }
  }

  private func report(
    _ generated: GeneratedUpdate?, _ questions: [SchemaQuestion], on terminal: Terminal
  ) {
    switch update.outputFormat {
    case .human:
      if generated == nil { terminal.print(StyledText(nothingToDo)) }
    case .json:
      let path = generated.map { update.scripts.path(of: $0.fileName) }
      terminal.print(
        .document([
          .init("file", .string(update.dryRun ? nil : path)),
          .init("text", .string(generated?.text)),
          .init("questions", .array(questions.map(\.json))),
          .init("diagnostics", .array(generated?.warnings.map(\.json) ?? [])),
        ]))
    }
  }
}
