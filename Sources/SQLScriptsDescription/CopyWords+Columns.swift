import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension CopyWords {
  /// The kept columns without a value in the copy.
  var omittedColumns: [String] {
    guard select != nil, let target = statement.writtenTable, let table = statement.before[target]
    else { return [] }
    let later = { (name: String) in laterNames[SQLName(name)] ?? name }
    let named =
      statement.columnList?.map { later(Self.column($0, of: table)) } ?? values.map(\.column)
    let copied = Set(named.map { SQLName($0) }).subtracting(numbered)
    guard !named.isEmpty else { return [] }
    let known = Set(table.columns.map { SQLName(later($0.name)) }).union(added)
    return new.columns.filter { column in
      let name = SQLName(column.name)
      return !column.isGenerated && known.contains(name) && old.column(former(column.name)) != nil
        && (added.contains(name) || !copied.contains(name))
    }.map(\.name)
  }

  /// The column that gets NULL, and therefore the next number.
  var numbered: Set<SQLName> {
    guard let key = new.rowIDAlias else { return [] }
    let isNull = values.contains { value in
      value.column.isSameName(as: key.name) && statement.literalWords(value.range) == "no value"
    }
    return isNull ? [SQLName(key.name)] : []
  }

  /// A column by its name in the table, which `rowid` is not.
  static func column(_ name: String, of table: SchemaTable) -> String {
    guard table.column(name) == nil, ExpressionScope.rowIDs.contains(SQLName(name)) else {
      return name
    }
    return table.rowIDAlias?.name ?? name
  }
}
