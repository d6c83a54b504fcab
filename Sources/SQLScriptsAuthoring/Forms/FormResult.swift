/// What a change of a form adds to the end of a script.
package struct FormResult: Sendable, Hashable {
  /// The statements, in order; none if nothing differs or if there are questions.
  package var statements: [String] = []

  /// Queries that must find no row before the script.
  package var require: [String] = []

  /// What its author has to say first.
  package var questions: [FormQuestion] = []
}

/// A question about the rows that a change would affect.
package struct FormQuestion: Sendable, Hashable {
  package struct Choice: Sendable, Hashable {
    /// What it means, as a part of a sentence.
    package var words: String
    /// Whether it needs a value or an expression.
    package var needsExpression: Bool
    /// An expression to begin with; empty if none is needed.
    package var example: String
  }

  /// The same for the same question: `missingValue user.age`.
  package var id: String
  package var text: String
  /// The likely one first.
  package var answers: [Choice]

  init(_ question: SchemaQuestion) {
    id = Self.id(of: question)
    text = question.text
    answers = question.answers.map { answer in
      let isOpen = answer.choice == .fill(nil)
      return Choice(
        words: answer.words, needsExpression: isOpen, example: isOpen ? answer.example : "")
    }
  }

  static func id(of question: SchemaQuestion) -> String {
    "\(question.kind) \(question.place.text)"
  }
}

/// The answer to a question.
package struct FormAnswer: Sendable, Hashable {
  /// The id of the question.
  package var question: String
  /// The place of the answer among those of the question.
  package var answer: Int
  /// A value, of which a literal of the column's type is made.
  package var value: String?
  /// An expression over the columns of the table.
  package var sql: String?

  package init(question: String, answer: Int, value: String? = nil, sql: String? = nil) {
    self.question = question
    self.answer = answer
    self.value = value
    self.sql = sql
  }

  /// What was typed.
  var input: FormInput? { sql.map { .sql($0) } ?? value.map { .value($0) } }
}
