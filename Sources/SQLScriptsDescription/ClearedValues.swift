import SQLScriptsSQL
import SQLScriptsValidation

/// The values that an UPDATE makes of the old one and of another column, and loses where that has no value.
struct ClearedValues {
  let statement: RehearsedStatement
  let scope: ExpressionScope
  /// What its WHERE says, which may leave out rows without a value.
  private let condition: ConditionColumns

  /// - Parameter condition: the tokens of its WHERE.
  init(statement: RehearsedStatement, scope: ExpressionScope, condition: Range<Int>) {
    (self.statement, self.scope) = (statement, scope)
    let reader = ExpressionReader(statement, condition, texts: statement.doubleQuotedTexts)
    let names = Set(condition.filter(statement.isName).map { SQLName(statement.name($0)) })
    self.condition =
      reader.expression.map { ConditionColumns($0, all: names) } ?? ConditionColumns(tested: names)
  }

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
    guard let columns = reader.expression?.strictColumns.map({ scope.column($0, qualifier: $1) }),
      let own = columns.compactMap({ $0 }).first(where: { $0.name == SQLName(column) }),
      own.joined == nil, !own.isNeverNull, !condition.empty.contains(SQLName(column))
    else { return [] }
    var others: [Words] = []
    for case let other? in columns {
      guard let name = other.name, name != own.name, other.joined == nil, other.column != nil,
        !other.isNeverNull, !condition.tested.contains(name), !others.contains(other.words)
      else { continue }
      others.append(other.words)
    }
    return others
  }
}

extension SQLExpression {
  /// The columns without whose value it has none.
  fileprivate var strictColumns: [(SQLName, qualifier: SQLName?)] {
    switch self {
    case .column(let name, let qualifier): [(name, qualifier)]
    case .negative(let value), .cast(let value, _), .collated(let value, _): value.strictColumns
    case .operation(let sign, let left, let right) where Self.strictSigns.contains(sign):
      left.strictColumns + right.strictColumns
    case .call(let name, let values) where Self.strictCalls.contains(name):
      values.flatMap(\.strictColumns)
    default: []
    }
  }

  private static let strictSigns: Set = ["||", "+", "-", "*", "/", "%"]
  private static let strictCalls: Set = [
    "ABS", "LOWER", "MAX", "MIN", "REPLACE", "ROUND", "SUBSTR", "TRIM", "UPPER",
  ]
}
