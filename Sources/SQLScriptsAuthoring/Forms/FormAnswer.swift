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
