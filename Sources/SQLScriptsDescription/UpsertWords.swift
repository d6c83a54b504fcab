import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// `ON CONFLICT … DO UPDATE SET …` in words.
struct UpsertWords {
  /// “sets **n** to 0”; nil if that is too much to tell.
  let words: Words?
  /// Its WHERE in words.
  let condition: Words?

  private static let manyColumns = 3

  /// Nil if rows that are there stay as they are, also with `DO UPDATE SET a = a`.
  init?(_ statement: RehearsedStatement) {
    let places = statement.indices.filter { statement.has("DO", "UPDATE", at: $0) }
    guard let place = places.first else { return nil }
    let assignments = statement.lastAssignments
    guard !assignments.isEmpty, assignments.count <= Self.manyColumns else {
      let code = statement.code(of: place + 1..<statement.withoutSemicolon.upperBound)
      (words, condition) = (nil, "\(aside: "Update", code)")
      return
    }
    let scope = Self.scope(statement)
    if assignments.allSatisfy({ statement.keeps($0, in: scope) }) { return nil }
    let range = statement.clause("WHERE", from: place, until: ["RETURNING"])
    words = Self.words(assignments, statement, where: range)
    condition = range.map {
      ConditionWords(statement, $0, in: Self.scope(statement)).sentence
    }
  }

  /// The SQL of several ON CONFLICT with different effects; nil otherwise.
  static func several(_ statement: RehearsedStatement) -> String? {
    let all = statement.indices.filter { statement.has("ON", "CONFLICT", at: $0) }
    guard all.count > 1, let first = all.first,
      statement.indices.contains(where: { statement.has("DO", "UPDATE", at: $0) })
    else { return nil }
    let end = statement.outerIndices(from: first).first { statement.word($0) == "RETURNING" }
    return statement.code(of: first..<(end ?? statement.withoutSemicolon.upperBound))
  }

  private static func words(
    _ assignments: [SQLAssignment], _ statement: RehearsedStatement, where condition: Range<Int>?
  ) -> Words {
    var scope = scope(statement)
    scope.condition = ConditionColumns(statement, condition ?? 0..<0)
    scope.changing = Set(assignments.map { SQLName(statement.name($0.column)) })
    let sets = assignments.map { assignment -> (String, ValueWords) in
      let (column, value) = (statement.name(assignment.column), assignment.value)
      let isNew =
        value.count == 3 && statement.has("EXCLUDED", ".", at: value.lowerBound)
        && statement.name(value.lowerBound + 2).isSameName(as: column)
      let words =
        isNew
        ? ValueWords(ValueWords.new)
        : ValueWords(statement, value, in: scope, of: column)
      return (column, words)
    }
    return ValueWords.sets(sets)
  }

  /// The row that is there, and the one that is not added.
  private static func scope(_ statement: RehearsedStatement) -> ExpressionScope {
    var scope = ExpressionScope(changing: statement)
    if let table = scope.sources.first?.table {
      var new = ExpressionScope.Source(table, as: SQLName("excluded"), version: "new")
      new.isExcluded = true
      scope.sources.append(new)
    }
    return scope
  }
}
