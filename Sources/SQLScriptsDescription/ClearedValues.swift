import SQLScriptsSQL
import SQLScriptsValidation

/// The values that an UPDATE makes of the old one and of another column, and loses where that has no value,
/// or where it would divide by 0.
struct ClearedValues {
  let statement: RehearsedStatement
  /// With what the WHERE says, which may leave out rows without a value.
  let scope: ExpressionScope

  /// “, which clears **b** where **c** is 0 or has no value”; empty if no value is lost.
  func words(_ values: [(column: String, value: Range<Int>)]) -> Words {
    let clauses = values.compactMap { column, value in
      lacks(column, value).map { "clears \(name: column) where \($0)" as Words }
    }
    return clauses.isEmpty ? "" : ", which \(clauses.list())"
  }

  private func lacks(_ column: String, _ value: Range<Int>) -> Words? {
    let reader = ExpressionReader(statement, value, texts: statement.doubleQuotedTexts)
    guard let expression = reader.expression, expression.needs(SQLName(column), in: scope),
      let own = scope.column(SQLName(column), qualifier: scope.sources.first?.qualifier),
      !own.isNeverNull, scope.condition?.empty.contains(SQLName(column)) == false
    else { return nil }
    var others = scope
    others.own = SQLName(column)
    return others.lacks(in: expression, "has no value")
  }
}
