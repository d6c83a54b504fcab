import SQLScriptsSQL
import SQLScriptsSchema

/// The names in an expression that may be columns. Functions, texts and numbers are none.
struct ColumnsRead {
  let names: Set<SQLName>

  init(_ expression: String) {
    let sql = SQLText(expression)
    names = Set(
      sql.indices.filter { sql.isName($0) && sql.word($0 + 1) != "(" }.map { SQLName(sql.name($0)) }
    )
  }

  /// Whether the expression has the same value in all rows of a table.
  func isConstant(in table: SchemaTable) -> Bool {
    !table.columns.contains { names.contains(SQLName($0.name)) }
  }
}
