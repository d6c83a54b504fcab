import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// `ON CONFLICT … DO UPDATE SET …` in words.
struct UpsertWords {
  /// “sets **n** to 0”; nil if that is too much to tell.
  let words: Words?
  /// Its WHERE.
  let condition: String?

  private static let manyColumns = 3

  /// Nil if rows that are there stay as they are.
  init?(_ statement: RehearsedStatement) {
    let places = statement.indices.filter { statement.has("DO", "UPDATE", at: $0) }
    guard let place = places.first else { return nil }
    let assignments = statement.assignments
    let isOne = statement.indices.count { statement.has("ON", "CONFLICT", at: $0) } == 1
    guard isOne, !assignments.isEmpty, assignments.count <= Self.manyColumns else {
      (words, condition) = (nil, nil)
      return
    }
    words = Self.words(assignments, statement)
    let range = statement.clause("WHERE", from: place, until: ["RETURNING"])
    condition = range.map { statement.code(of: $0) }
  }

  private static func words(
    _ assignments: [SQLAssignment], _ statement: RehearsedStatement
  ) -> Words {
    let table = statement.writtenTable.flatMap { statement.before[$0] }
    let sets = assignments.map { assignment -> Words in
      let (column, value) = (statement.name(assignment.column), assignment.value)
      let isNew =
        value.count == 3 && statement.has("EXCLUDED", ".", at: value.lowerBound)
        && statement.name(value.lowerBound + 2).isSameName(as: column)
      let words = isNew ? "the new value" : statement.valueWords(value, of: table)
      return "\(name: column) to \(words)"
    }
    return "sets \(sets.list())"
  }
}
