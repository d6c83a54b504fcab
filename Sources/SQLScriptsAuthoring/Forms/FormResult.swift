/// What a change of a form adds to the end of a script.
package struct FormResult: Sendable, Hashable {
  /// The statements, in order; none if nothing differs or if there are questions.
  package var statements: [String] = []

  /// Queries that must find no row before the script.
  package var require: [String] = []

  /// What its author has to say first.
  package var questions: [FormQuestion] = []
}
