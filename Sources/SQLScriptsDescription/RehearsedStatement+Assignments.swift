import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension RehearsedStatement {
  /// The assignments of UPDATE or DO UPDATE that have an effect. Of several values for a column, SQLite uses the last one.
  var lastAssignments: [SQLAssignment] {
    let all = assignedParts.flatMap { assignments(in: $0) }
    return all.enumerated().filter { place, assignment in
      !all.dropFirst(place + 1).contains {
        name($0.column).isSameName(as: name(assignment.column))
      }
    }.map(\.element)
  }

  /// `(a, b) = (SELECT …)`; nil if the statement assigns anything else.
  var assignedQuery: (columns: [String], query: Range<Int>)? {
    guard let part = assignedParts.first, assignedParts.count == 1,
      let (columns, value) = columnsAndValue(of: part), columns.count > 1,
      word(value.lowerBound + 1) == "SELECT"
    else { return nil }
    return (columns.map { name($0) }, value)
  }

  /// The parts of SET between its commas.
  private var assignedParts: [Range<Int>] {
    let ends: Set = ["WHERE", "FROM", "RETURNING", "ORDER", "LIMIT", "ON"]
    return clause("SET", from: 0, until: ends).map { parts(of: $0) } ?? []
  }

  private func assignments(in part: Range<Int>) -> [SQLAssignment] {
    if part.count > 2, word(part.lowerBound + 1) == "=" {
      return [
        SQLAssignment(column: part.lowerBound, value: part.lowerBound + 2..<part.upperBound)
      ]
    }
    guard let (columns, value) = columnsAndValue(of: part) else { return [] }
    if columns.count == 1 { return [SQLAssignment(column: columns[0], value: value)] }
    guard kind(value.lowerBound) == .leftParenthesis,
      end(ofParenthesis: value.lowerBound) == value.upperBound - 1
    else { return [] }
    var values = arguments(value.lowerBound)
    if word(value.lowerBound + 1) == "SELECT" {
      let select = value.lowerBound + 1
      values = results(of: select)
      // Without any clause, it is one row.
      guard values.last?.upperBound == value.upperBound - 1 else { return [] }
    }
    guard values.count == columns.count else { return [] }
    return zip(columns, values).map { SQLAssignment(column: $0, value: $1) }
  }

  /// The tokens of `(a, b) = value`.
  private func columnsAndValue(of part: Range<Int>) -> (columns: [Int], value: Range<Int>)? {
    guard let open = part.first, kind(open) == .leftParenthesis else { return nil }
    let end = end(ofParenthesis: open)
    let columns = arguments(open).filter { $0.count == 1 }.map(\.lowerBound)
    guard columns.count == arguments(open).count, word(end + 1) == "=", end + 2 < part.upperBound
    else { return nil }
    return (columns, end + 2..<part.upperBound)
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
