import SQLScriptsSchema

/// A question about the rows that a change would affect.
package struct FormQuestion: Sendable, Hashable {
  package struct Choice: Sendable, Hashable {
    /// What it means, as a part of a sentence.
    package var words: String
    /// Whether it needs a value or an expression.
    package var needsExpression: Bool
    /// An expression to begin with; empty if none is needed.
    package var example: String
    /// The expression that does what the words say, which the author may change.
    package var suggestion: String?
    /// What the author has to know before choosing it; nil for most.
    package var warning: String?
  }

  /// The same for the same question: `missingValue user.age`.
  package var id: String
  package var text: String
  /// The type of the column that it is about; nil if it is about a whole table.
  package var type: FormType?
  /// The likely one first.
  package var answers: [Choice]

  init(id: String, text: String, answers: [String]) {
    (self.id, self.text) = (id, text)
    self.answers = answers.map { Choice(words: $0, needsExpression: false, example: "") }
  }

  /// - Parameter wanted: the schema that the form wants.
  init(_ question: SchemaQuestion, in wanted: SchemaSnapshot) {
    id = Self.id(of: question)
    let place = question.place
    let type = place.column.flatMap { wanted[place.table]?.column($0.text) }
      .map { FormType(sql: $0.type) }
    self.type = type
    text = Self.text(of: question, type)
    answers = question.answers.map { answer in
      let isOpen = answer.choice == .fill(nil)
      return Choice(
        words: Self.words(of: answer, to: question),
        needsExpression: isOpen, example: isOpen ? answer.example : "",
        suggestion: answer.suggestion, warning: Self.warning(of: answer, to: question))
    }
  }

  /// The question with the type as the list of the form calls it.
  private static func text(of question: SchemaQuestion, _ type: FormType?) -> String {
    guard let sql = question.type, let words = type?.words else { return question.text }
    return question.text.replacing("new type \(sql) of", with: "new type “\(words)” of")
  }

  private static func words(
    of answer: SchemaQuestion.Answer, to question: SchemaQuestion
  ) -> String {
    switch answer.choice {
    // A form has a field for it, in which most people write a value.
    case .fill(nil) where question.kind == .missingValue: "give them this value"
    case .stop where question.isAboutAllRows:
      "stop the update for everyone who has rows in “\(question.place.table.text)”"
    default: answer.words
    }
  }

  private static func warning(
    of answer: SchemaQuestion.Answer, to question: SchemaQuestion
  ) -> String? {
    guard answer.choice == .stop else { return nil }
    return question.isAboutAllRows
      ? "No row of “\(question.place.table.text)” has a value yet, so the update will fail for everyone with a row in this table. It only works while the table is empty."
      : "The update will fail for everyone with such a row, and their database stays as it is."
  }

  static func id(of question: SchemaQuestion) -> String {
    "\(question.kind) \(question.place.text)"
  }
}
