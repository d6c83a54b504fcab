import SQLScriptsSQL
import SQLScriptsValidation

/// The values that an UPDATE makes of the old one and of another column, and loses where that has no value.
struct ClearedValues {
  let statement: RehearsedStatement
  /// With what the WHERE says, which may leave out rows without a value.
  let scope: ExpressionScope

  /// “, which clears **b** where **c** has no value”; empty if no value is lost.
  func words(_ values: [(column: String, value: Range<Int>)]) -> Words {
    let clauses = values.compactMap { column, value -> Words? in
      let others = missing(column, value)
      return others.isEmpty
        ? nil : "clears \(name: column) where \(others.list("or")) has no value"
    }
    return clauses.isEmpty ? "" : ", which \(clauses.list())"
  }

  private func missing(_ column: String, _ value: Range<Int>) -> [Words] {
    let reader = ExpressionReader(statement, value, texts: statement.doubleQuotedTexts)
    guard let expression = reader.expression, expression.needs(SQLName(column), in: scope),
      let own = scope.column(SQLName(column), qualifier: scope.sources.first?.qualifier),
      !own.isNeverNull, scope.condition?.empty.contains(SQLName(column)) == false
    else { return [] }
    var others = scope
    others.own = SQLName(column)
    return others.lacking(in: expression)
  }
}
