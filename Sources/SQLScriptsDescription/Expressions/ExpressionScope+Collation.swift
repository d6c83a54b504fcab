import SQLScriptsSQL
import SQLScriptsSchema

/// How a comparison treats case. <https://www.sqlite.org/datatype3.html#collating_sequences>
extension ExpressionScope {
  static let binary = SQLName("BINARY")

  /// COLLATE comes first, then the column on the left.
  func collation(_ left: SQLExpression, _ right: SQLExpression) -> SQLName {
    for side in [left, right] {
      if case .collated(_, let name) = side { return name }
    }
    return ownCollation(left) ?? ownCollation(right) ?? Self.binary
  }

  /// The collation of a column; nil for what has none.
  func ownCollation(_ expression: SQLExpression) -> SQLName? {
    switch expression {
    case .cast(let value, _): return ownCollation(value)
    case .collated(_, let name): return name
    case .column(let name, let qualifier):
      guard let column = column(name, qualifier: qualifier) else { return nil }
      guard let table = column.table, let owner = column.column?.name else { return Self.binary }
      return TableClauses(table.sql).collations[SQLName(owner)].map { SQLName($0) } ?? Self.binary
    default: return nil
    }
  }

  /// “ (ignoring case)”; nil for a collation without words.
  static func suffix(_ collation: SQLName) -> Words? {
    switch collation {
    case binary: ""
    case SQLName("NOCASE"): " (ignoring case)"
    default: nil
    }
  }

  /// Whether a comparison needs no words for its collation.
  func agreesOnCase(_ left: SQLExpression, _ right: SQLExpression) -> Bool {
    collation(left, right) == Self.binary
  }

  /// Whether equal texts in the columns are the same texts.
  func agreesOnCase(_ columns: [SQLExpression]) -> Bool {
    columns.allSatisfy { ownCollation($0) ?? Self.binary == Self.binary }
  }
}
