import SQLScriptsSQL
import SQLScriptsSchema

/// The names in an expression that may be columns. Functions, texts and numbers are none.
struct ColumnsRead {
  let names: Set<SQLName>

  private let hasQuery: Bool

  init(_ expression: String) {
    let sql = SQLText(expression)
    hasQuery = sql.indices.contains { ["SELECT", "NULL", "NULLIF"].contains(sql.word($0)) }
    names = Set(
      sql.indices.filter { sql.isName($0) && sql.word($0 + 1) != "(" }.map { SQLName(sql.name($0)) }
    )
  }

  /// Whether the expression has the same value in all rows of a table.
  func isConstant(in table: SchemaTable) -> Bool {
    !table.columns.contains { names.contains(SQLName($0.name)) }
  }

  /// Whether some row may have no value, as far as the text shows it.
  func mayBeNull(in table: SchemaTable) -> Bool { hasQuery || !isConstant(in: table) }
}
