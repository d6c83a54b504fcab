import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// Writes the update that leads to a wanted schema.
struct GenerateUpdateCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Writes the update that leads to the schema that you want.",
    discussion: """
      WANTED is a .sql file with CREATE statements, or a database, perhaps edited in another program. What it \
      does not say is asked: was a column renamed, or dropped and another one added? On a terminal you can \
      answer at once. Elsewhere, the command lists the options that answer, and writes nothing.

      The update runs on sample rows before it is written: its result must be the wanted schema, and every row \
      that should stay must be there with all its values.

      Example:
        sqlscripts generate update --to wanted.sql
        sqlscripts generate update --to edited.sqlite --rename user.nick=nickname
        sqlscripts generate update --to wanted.sql --drop user.fax --fill user.age=0 --dry-run
      """)

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The wanted schema: a .sql file or a database.", valueName: "wanted"),
    completion: .file())
  var wanted: String

  @OptionGroup var answerOptions: AnswerOptions

  @Flag(help: "Print the update instead of writing it.")
  var dryRun = false

  @OptionGroup var update: GenerateOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { update.outputFormat.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try update.scripts.library()
    let settings = try update.scripts.settings(of: library)
    let source = SchemaSource(wanted)
    let connection = try source.connection(update.scripts)
    var answers = try answerOptions.answers()
    while true {
      let result: WantedUpdate
      do {
        result = try WantedUpdate.make(
          to: connection, answers: answers, for: update.description, in: library,
          settings: settings, format: update.format, timestamp: System.timestamp)
      } catch {
        throw CommandFailure(wanted: error, source.name)
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
          guard ask(question, &answers, on: terminal) else { return .findings }
        }
      }
    }
  }

  /// Asks one question. Returns false at the end of the input.
  private func ask(
    _ question: SchemaQuestion, _ answers: inout SchemaAnswers, on terminal: Terminal
  ) -> Bool {
    terminal.print(StyledText(question.text, .emphasis))
    for (number, answer) in zip(1..., question.answers) {
      terminal.print(StyledText("  \(number)  \(answer.words)"))
    }
    while true {
      terminal.printError([StyledText("Type a number, or nothing to stop:")])
      guard let line = readLine(), !line.isEmpty else { return false }
      guard let number = Int(line), question.answers.indices.contains(number - 1) else { continue }
      let answer = question.answers[number - 1]
      var expression: String?
      if case .fill(nil) = answer.choice {
        terminal.printError([StyledText("Type an SQL expression, such as 0 or upper(name):")])
        guard let line = readLine(), !line.isEmpty else { return false }
        expression = line
      }
      answers.take(answer, to: question, expression: expression)
      return true
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
    if !dryRun {
      do throws(AuthoringError) {
        try NewFile.write(generated.text, to: path)
      } catch {
        throw CommandFailure(authoring: error)
      }
    }
    terminal.printError(
      generated.warnings.flatMap(HumanRenderer(width: terminal.excerptWidth).lines))
    switch update.outputFormat {
    case .human where dryRun: terminal.printText(generated.text)
    case .human: terminal.print(StyledText(VisibleText.oneLine(path), .path))
    case .json: report(generated, [], on: terminal)
    }
  }

  private func report(
    _ generated: GeneratedUpdate?, _ questions: [SchemaQuestion], on terminal: Terminal
  ) {
    switch update.outputFormat {
    case .human:
      if generated == nil { terminal.print(StyledText("the schemas are the same")) }
    case .json:
      let path = generated.map { update.scripts.path(of: $0.fileName) }
      terminal.print(
        .document([
          .init("file", .string(dryRun ? nil : path)), .init("text", .string(generated?.text)),
          .init("questions", .array(questions.map(\.json))),
          .init("diagnostics", .array(generated?.warnings.map(\.json) ?? [])),
        ]))
    }
  }
}

extension CommandFailure {
  /// The failure of an update to a wanted schema.
  fileprivate init(wanted error: any Error, _ name: String) {
    switch error {
    case let refusal as SchemaRefusal: self.init(.findings, "\(refusal)")
    case let refusal as GeneratedUpdate.Refusal: self.init(refusal)
    case let error as AuthoringError: self.init(authoring: error)
    case let failure as UpdateProof.Failure:
      self.init(
        .defect,
        "the update would not lead to the wanted schema, so it was not written: "
          + failure.differences.prefix(5).joined(separator: "; "),
        help: "Please report this. Until then, write the update by hand.")
    case let failure as MigrationFailure: self.init(.findings, failure.summary)
    case let error as SQLiteError: self.init(.couldNotRun, "\(name): \(error.message)")
    default: self.init(.defect, "\(error)")
    }
  }
}
