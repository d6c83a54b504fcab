import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsReporting

extension [SchemaQuestion] {
  /// Prints the questions with the options that answer them.
  func print(on terminal: Terminal) {
    for question in self {
      terminal.print(StyledText(question.text, .emphasis))
      let width = question.answers.map(\.option.count).max() ?? 0
      for answer in question.answers {
        let space = String(repeating: " ", count: width - answer.option.count + 2)
        terminal.print(StyledText("  \(answer.option)\(space)\(answer.words)"))
      }
    }
    terminal.printError([
      StyledText("Nothing was written. Add one of the options for each question, and run it again.")
    ])
  }
}

extension SchemaQuestion {
  /// Asks on a terminal. Returns false at the end of the input.
  func ask(for schemaAnswers: inout SchemaAnswers, on terminal: Terminal) -> Bool {
    terminal.print(StyledText(text, .emphasis))
    for (number, answer) in zip(1..., answers) {
      terminal.print(StyledText("  \(number)  \(answer.words)"))
    }
    while true {
      let numbers = answers.count == 1 ? "1" : "a number from 1 to \(answers.count)"
      terminal.printError([StyledText("Type \(numbers), or nothing to stop:")])
      guard let line = readLine(), !line.isEmpty else { return false }
      guard let number = Int(line.filter { !$0.isWhitespace }), answers.indices.contains(number - 1)
      else { continue }
      let answer = answers[number - 1]
      var expression: String?
      if case .fill(nil) = answer.choice {
        terminal.printError([StyledText("Type an SQL expression, such as \(answer.example):")])
        guard let line = readLine(), !line.isEmpty else { return false }
        expression = line
      }
      schemaAnswers.take(answer, to: self, expression: expression)
      return true
    }
  }

  var json: JSONText {
    .object([
      .init("kind", .string(kind.rawValue)), .init("place", .string(place.text)),
      .init("table", .string(place.table.text)), .init("column", .string(place.column?.text)),
      .init("question", .string(text)),
      .init(
        "answers",
        .array(
          answers.map { answer in
            .object([
              .init("option", .string(answer.option)), .init("meaning", .string(answer.words)),
            ])
          })),
    ])
  }
}

extension SchemaUpdate {
  /// The statements or the questions.
  var json: JSONText {
    var (statements, guards, questions): ([String], [String], [SchemaQuestion]) = ([], [], [])
    switch self {
    case .none: break
    case .questions(let found): questions = found
    case .statements(let found): (statements, guards) = (found.statements, found.guards)
    }
    return .document([
      .init("statements", .array(statements.map { .string($0) })),
      .init("require", .array(guards.map { .string($0) })),
      .init("questions", .array(questions.map(\.json))),
    ])
  }
}
