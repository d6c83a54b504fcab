import SQLScriptsAuthoring
import SQLScriptsDescription
import SQLScriptsReporting

extension FormResult {
  /// What the page shows of it.
  ///
  /// - Parameters:
  ///   - sentences: what the new statements do.
  ///   - losses: what they do to sample values that do not fit a new type.
  ///   - problems: why they do not run.
  func json(
    _ sentences: [Sentence] = [], losses: [String] = [], problems: [FormProblem] = []
  ) -> JSONText {
    let isNothing = statements.isEmpty && questions.isEmpty
    let strings = { (texts: [String]) in JSONText.array(texts.map { .string($0) }) }
    return .object([
      .init("statements", strings(statements)), .init("require", strings(require)),
      .init("sentences", .array(sentences.map(\.words.json))),
      .init("losses", strings(losses)), .init("problems", .array(problems.map(\.json))),
      .init("questions", .array(questions.map(\.json))),
      .init("message", .string(isNothing ? "nothing to do: the table is already like this" : nil)),
    ])
  }
}

extension FormQuestion {
  fileprivate var json: JSONText {
    let answers = answers.map { answer -> JSONText in
      .object([
        .init("words", .string(answer.words)),
        .init("needs", .string(answer.needsExpression ? "expression" : nil)),
        .init("example", .string(answer.example)),
        .init("suggestion", .string(answer.suggestion)),
        .init("warning", .string(answer.warning)),
      ])
    }
    return .object([
      .init("id", .string(id)), .init("text", .string(text)),
      .init("type", .string(type?.rawValue)), .init("answers", .array(answers)),
    ])
  }
}
