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

  /// What makes the update from answers, or says what has to be known before it can be written.
  func maker(
    in library: ScriptLibrary, settings: BundleSettings
  ) throws -> (SchemaAnswers) throws -> WantedUpdate
}

/// A command that writes the update for a wanted schema.
protocol EditingCommand: GeneratingCommand {
  var answerOptions: AnswerOptions { get }
  var goal: WantedUpdate.Goal { get throws }
}

extension EditingCommand {
  var nothingToDo: String { "nothing to do: the scripts already lead to this schema" }

  func answers() throws -> SchemaAnswers { try answerOptions.answers() }

  func maker(
    in library: ScriptLibrary, settings: BundleSettings
  ) throws -> (SchemaAnswers) throws -> WantedUpdate {
    // Standard input can be read only once.
    let goal = try goal
    return { answers in
      try WantedUpdate.make(
        to: goal, answers: answers, for: update.description, in: library, settings: settings,
        format: update.format, timestamp: NextUpdate.now)
    }
  }
}

extension GeneratingCommand {
  var machineFormat: MachineFormat? { update.outputFormat.machine }

  func answers() throws -> SchemaAnswers { SchemaAnswers() }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try update.scripts.library()
    let settings = try update.scripts.settings(of: library)
    var answers = try answers()
    let make = try maker(in: library, settings: settings)
    var earlier: SchemaAnswers?
    while true {
      let result: WantedUpdate
      do {
        result = try make(answers)
      } catch let refusal as SchemaRefusal where earlier != nil {
        // The last answer was wrong, and it is asked again.
        terminal.printError([StyledText("\(refusal)")])
        answers = earlier ?? answers
        earlier = nil
        continue
      } catch {
        throw CommandFailure(generating: error)
      }
      switch result {
      case .none(let otherRows):
        report(nil, [], otherRows, on: terminal)
        return .fine
      case .update(let generated, let otherRows):
        try write(generated, otherRows, on: terminal)
        return .fine
      case .questions(let questions):
        guard machineFormat == nil, System.isTerminal(0), System.isTerminal(1) else {
          return refuse(questions, on: terminal)
        }
        // An answer may change the other questions.
        earlier = answers
        guard questions.first?.ask(for: &answers, on: terminal) ?? false else {
          terminal.printError([StyledText("Nothing was written.")])
          return .findings
        }
      }
    }
  }

  private func refuse(_ questions: [SchemaQuestion], on terminal: Terminal) -> ExitStatus {
    switch update.outputFormat {
    case .human:
      questions.print(on: terminal)
    case .json: report(nil, questions, [], on: terminal)
    }
    return .findings
  }

  private func write(
    _ generated: GeneratedUpdate, _ otherRows: [String], on terminal: Terminal
  ) throws {
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
    case .json: report(generated, [], otherRows, on: terminal)
    }
    if update.outputFormat == .human { printNote(about: otherRows, on: terminal) }
  }

  /// Says that the update changes the schema only.
  private func printNote(about tables: [String], on terminal: Terminal) {
    guard !tables.isEmpty else { return }
    let names = tables.prefix(3).map { "“\(VisibleText.oneLine($0))”" }.joined(separator: ", ")
    let rest = tables.count > 3 ? " and \(tables.count - 3) more" : ""
    terminal.printError([
      StyledText(
        "note: the rows of \(names)\(rest) differ from those that the scripts insert. Only schemas are compared, so write the statements for rows yourself."
      )
    ])
  }

  private func report(
    _ generated: GeneratedUpdate?, _ questions: [SchemaQuestion], _ otherRows: [String],
    on terminal: Terminal
  ) {
    switch update.outputFormat {
    case .human:
      if generated == nil { terminal.print(StyledText(nothingToDo)) }
      printNote(about: otherRows, on: terminal)
    case .json:
      let path = generated.map { update.scripts.path(of: $0.fileName) }
      terminal.print(
        .document([
          .init("file", .string(update.dryRun ? nil : path)),
          .init("text", .string(generated?.text)),
          .init("questions", .array(questions.map(\.json))),
          .init("otherRows", .array(otherRows.map { .string($0) })),
          .init("diagnostics", .array(generated?.warnings.map(\.json) ?? [])),
        ]))
    }
  }
}
