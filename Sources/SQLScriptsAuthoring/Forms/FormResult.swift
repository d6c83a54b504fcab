import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What a change of a form adds to the end of a script.
package struct FormResult: Sendable, Hashable {
  /// The statements, in order; none if nothing differs or if there are questions.
  package var statements: [String] = []

  /// Queries that must find no row before the script.
  package var require: [String] = []

  /// What its author has to say first.
  package var questions: [FormQuestion] = []

  package static let nothing = FormResult()
}

extension FormResult {
  /// A table whose rows the queries of `require` would not check if they ran before an earlier schema; nil if there is
  /// none.
  ///
  /// - Parameters:
  ///   - schema: the schema that the queries were written for.
  ///   - statements: what runs in between.
  package func table(
    checkedIn schema: SchemaSnapshot, butOtherIn earlier: SchemaSnapshot,
    before statements: [RehearsedStatement]
  ) -> String? {
    let names = Set(require.flatMap { MentionedNames($0).names }.map { SQLName($0) })
    let writes = statements.flatMap(\.actions).filter { action in
      switch action.kind {
      case .insert, .delete: true
      case .update: names.contains(SQLName(action.detail))
      default: false
      }
    }
    let written = Set(writes.map { SQLName($0.name) })
    return schema.names.filter { names.contains(SQLName($0)) }.first { name in
      guard let before = earlier[name], !written.contains(SQLName(name)) else { return true }
      return schema[name]?.columns.contains { column in
        names.contains(SQLName(column.name)) && before.column(column.name) != column
      } ?? false
    }
  }
}
