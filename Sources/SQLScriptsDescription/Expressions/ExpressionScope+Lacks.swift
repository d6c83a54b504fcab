import SQLScriptsSQL
import SQLScriptsSchema

/// The columns without whose value a calculation has none.
extension ExpressionScope {
  /// “ (no value where **price** has none)”, of a calculation whose result may be NULL; empty for other values.
  ///
  /// - Parameter target: the column that stores it.
  func lack(in expression: SQLExpression, for target: Column?) -> Words {
    guard let target, target.column != nil, !target.isNeverNull, expression.isCalculation else {
      return ""
    }
    let columns = lacking(in: expression)
    return columns.isEmpty ? "" : " (no value where \(columns.list("or")) has none)"
  }

  /// The columns, apart from its own one, that may have no value in the rows of the statement.
  func lacking(in expression: SQLExpression) -> [Words] {
    guard let condition, !expression.isAggregated else { return [] }
    var all: [Words] = []
    for (name, qualifier) in expression.strictColumns {
      guard let column = column(name, qualifier: qualifier), column.canBeNull,
        own == nil || column.name != own || column.joined != nil,
        !condition.tested.contains(name)
      else { continue }
      // A joined query may have conditions of its own.
      if joined != nil, column.joined != nil { continue }
      var words = column.words
      if column.name != nil, let table = column.joined, !table.isEmpty {
        words = "the \(words) of \(name: table)"
      }
      if !all.contains(words) { all.append(words) }
    }
    return all
  }
}

extension ExpressionScope.Column {
  /// Whether a row of a table, which is there already, may lack its value.
  fileprivate var canBeNull: Bool {
    guard let column, let table, table.kind == .table, version == nil else { return false }
    return !isNeverNull && !column.isGenerated && !table.checksForValue(of: SQLName(column.name))
  }
}

extension SchemaTable {
  /// Whether a CHECK may refuse NULL in a column. Most of them accept it.
  fileprivate func checksForValue(of column: SQLName) -> Bool {
    checks.contains { check in
      let sql = SQLText(check)
      return sql.indices.contains { sql.isName($0) && SQLName(sql.name($0)) == column }
        && sql.indices.contains { ["NULL", "NOTNULL", "TYPEOF"].contains(sql.word($0)) }
    }
  }
}

extension SQLExpression {
  /// The columns without whose value it has none.
  var strictColumns: [(SQLName, qualifier: SQLName?)] {
    if case .column(let name, let qualifier) = self { return [(name, qualifier)] }
    return strictParts.flatMap(\.strictColumns)
  }

  /// Whether it is NULL without the value of a column, which it stores or changes.
  func needs(_ own: SQLName, in scope: ExpressionScope) -> Bool {
    strictColumns.contains { name, qualifier in
      scope.column(name, qualifier: qualifier).map { $0.name == own && $0.joined == nil } ?? false
    }
  }

  /// Whether it makes one value of several. Nobody expects that UPPER makes a text of NULL.
  var isCalculation: Bool {
    strictParts.count(where: { !$0.isLiteral }) > 1 || strictParts.contains(where: \.isCalculation)
      || isOperation
  }

  private var isOperation: Bool { if case .operation = self { true } else { false } }

  /// The parts without whose value it has none.
  private var strictParts: [SQLExpression] {
    switch self {
    case .negative(let value), .cast(let value, _), .collated(let value, _): [value]
    case .operation(let sign, let left, let right) where Self.strictSigns.contains(sign):
      [left, right]
    case .call(let name, let values) where Self.strictCalls.contains(name): values
    default: []
    }
  }

  private static let strictSigns: Set = ["||", "+", "-", "*", "/", "%"]
  private static let strictCalls: Set = [
    "ABS", "LOWER", "MAX", "MIN", "REPLACE", "ROUND", "SUBSTR", "TRIM", "UPPER",
  ]
}
