import SQLScriptsSQL
import SQLScriptsSchema

/// The columns without whose value a calculation has none, and those whose 0 it would divide by.
extension ExpressionScope {
  /// “ (no value where **price** has none)”, of a calculation whose result may be NULL; empty for other values.
  ///
  /// - Parameter target: the column that stores it.
  func lack(in expression: SQLExpression, for target: Column?) -> Words {
    guard let target, target.column != nil, !target.isNeverNull, expression.isCalculation else {
      return ""
    }
    return lacks(in: expression, "has none").map { " (no value where \($0))" } ?? ""
  }

  /// “**a** or **b** has no value”, “**a** is 0 or has no value”; nil if it has one in all rows.
  func lacks(in expression: SQLExpression, _ hasNone: Words) -> Words? {
    guard !expression.isAggregated else { return nil }
    let (missing, zeros) = (missing(in: expression), divisors(in: expression))
    if missing == zeros, missing.count == 1 { return "\(missing[0]) is 0 or \(hasNone)" }
    let parts =
      (missing.isEmpty ? [] : ["\(missing.list("or")) \(hasNone)" as Words])
      + (zeros.isEmpty ? [] : ["\(zeros.list("or")) is 0"])
    return parts.isEmpty ? nil : parts.list("or")
  }

  /// The columns, apart from its own one, that may have no value in the rows of the statement.
  private func missing(in expression: SQLExpression) -> [Words] {
    expression.strictColumns.compactMap { name, qualifier in
      guard let column = storedColumn(name, qualifier), column.canBeNull,
        own == nil || column.name != own || column.joined != nil
      else { return nil }
      return words(column)
    }.withoutRepetitions
  }

  /// What may be 0 in these rows and divides something.
  private func divisors(in expression: SQLExpression) -> [Words] {
    expression.divisors.compactMap { divisor in
      let columns = divisor.strictColumns.map { storedColumn($0, $1) }
      guard !columns.isEmpty, columns.allSatisfy({ $0?.canBeZero == true }) else { return nil }
      return divisor.isOperation ? "a divisor" : columns.first.flatMap { $0 }.map(words)
    }.withoutRepetitions
  }

  /// A column of a table about whose values the condition says nothing.
  private func storedColumn(_ name: SQLName, _ qualifier: SQLName?) -> Column? {
    guard condition?.tested.contains(name) == false,
      let column = column(name, qualifier: qualifier),
      // A joined query may have conditions of its own.
      joined == nil || column.joined == nil
    else { return nil }
    return column
  }

  private func words(_ column: Column) -> Words {
    guard column.name != nil, let table = column.joined, !table.isEmpty else { return column.words }
    return "the \(column.words) of \(name: table)"
  }
}

extension ExpressionScope.Column {
  /// Whether a row of a table, which is there already, may lack its value.
  fileprivate var canBeNull: Bool {
    guard let column, let table, isStored else { return false }
    return !isNeverNull && !table.checksForValue(of: SQLName(column.name))
  }

  /// Whether a row of a table may have 0 there. The number of a row hardly is, and a CHECK may refuse it.
  fileprivate var canBeZero: Bool {
    guard let column, let table, isStored, table.rowIDAlias?.name != column.name else {
      return false
    }
    return !table.checks.contains { check in
      let sql = SQLText(check)
      return sql.indices.contains { sql.isName($0) && sql.name($0).isSameName(as: column.name) }
    }
  }

  private var isStored: Bool {
    table?.kind == .table && version == nil && column?.isGenerated == false
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

  /// The parts that divide others. A division by 0 has no value.
  var divisors: [SQLExpression] {
    let own: [SQLExpression] =
      if case .operation("/", _, let right) = self {
        [right]
      } else if case .operation("%", _, let right) = self { [right] } else { [] }
    return own.map(\.unsigned).filter { $0.isColumn || $0.isOperation }
      + strictParts.flatMap(\.divisors)
  }

  private var unsigned: SQLExpression {
    switch self {
    case .negative(let value), .cast(let value, _), .collated(let value, _): value.unsigned
    default: self
    }
  }

  fileprivate var isOperation: Bool { if case .operation = self { true } else { false } }

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
