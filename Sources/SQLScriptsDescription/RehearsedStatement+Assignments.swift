import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension RehearsedStatement {
  /// The assignments of UPDATE or DO UPDATE that have an effect. Of several values for a column, SQLite uses the last one.
  var lastAssignments: [SQLAssignment] {
    let all = assignments.filter { depth($0.column) == 0 }
    return all.enumerated().filter { place, assignment in
      !all.dropFirst(place + 1).contains {
        name($0.column).isSameName(as: name(assignment.column))
      }
    }.map(\.element)
  }

  /// Whether an assignment gives a column the value that it has: `SET a = a`.
  func keeps(_ assignment: SQLAssignment, in scope: ExpressionScope) -> Bool {
    let reader = ExpressionReader(self, assignment.value, texts: doubleQuotedTexts)
    guard case .column(let name, let qualifier)? = reader.expression,
      let column = scope.column(name, qualifier: qualifier)
    else { return false }
    return column.joined == nil && column.name == SQLName(self.name(assignment.column))
  }
}
