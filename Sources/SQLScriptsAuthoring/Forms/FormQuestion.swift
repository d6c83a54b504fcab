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
  }

  /// The same for the same question: `missingValue user.age`.
  package var id: String
  package var text: String
  /// The type of the column that it is about; nil if it is about a whole table.
  package var type: FormType?
  /// The likely one first.
  package var answers: [Choice]

  /// - Parameter wanted: the schema that the form wants.
  init(_ question: SchemaQuestion, in wanted: SchemaSnapshot) {
    id = Self.id(of: question)
    text = question.text
    let place = question.place
    type = place.column.flatMap { wanted[place.table]?.column($0.text) }
      .flatMap { FormType(sql: $0.type) }
    answers = question.answers.map { answer in
      let isOpen = answer.choice == .fill(nil)
      return Choice(
        // A form has a field for it, in which most people write a value.
        words: isOpen && question.kind == .missingValue ? "give them this value" : answer.words,
        needsExpression: isOpen, example: isOpen ? answer.example : "",
        suggestion: answer.suggestion)
    }
  }

  static func id(of question: SchemaQuestion) -> String {
    "\(question.kind) \(question.place.text)"
  }
}
