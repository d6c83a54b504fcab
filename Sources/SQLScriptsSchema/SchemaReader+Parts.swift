import SQLScriptsDatabase
import SQLScriptsSQL

/// Updates a table after a statement that created or dropped one index or trigger, or added a column.
///
/// A table may have thousands of them, so the others are not read again.
extension SchemaReader {
  /// Adds the index or trigger that the last statement created.
  ///
  /// - Returns: false if the newest row of the schema is a different one. Then read the table again.
  package func add(_ part: SchemaPart, to table: inout SchemaTable) throws(SQLiteError) -> Bool {
    let (type, name) = part.typeAndName
    // SQLite gives a new row the number after the last one.
    let newest = try rows(
      """
      SELECT rowid, type, name, sql, tbl_name FROM sqlite_schema WHERE rowid <= ?
      ORDER BY rowid DESC LIMIT 1
      """, .integer(.max))
    guard let row = newest.first, let rowID = row[0].int64, row[1].string == type,
      let realName = row[2].string, realName.isSameName(as: name), let sql = row[3].string,
      row[4].string?.isSameName(as: table.name) == true
    else { return false }
    switch part {
    case .index:
      let index = try index(
        named: realName, isUnique: sql.utf8.starts(with: "CREATE UNIQUE ".utf8), origin: .created,
        isPartial: sql.hasOuterWhere, sql: sql)
      table.indexes.insert(index) { Bytewise($0.name) < Bytewise($1.name) }
    case .trigger:
      table.triggers.insert(SchemaTrigger(name: realName, sql: sql)) {
        SQLName($0.name) < SQLName($1.name)
      }
    }
    noteRow(rowID, of: SQLName(table.name))
    return true
  }

  /// Adds the column that the last statement, ALTER TABLE … ADD, added.
  ///
  /// - Returns: false if there is not exactly one more column. Then read the table again.
  package func addColumn(to table: inout SchemaTable) throws(SQLiteError) -> Bool {
    let added = try columns(of: table.name, from: table.columns.count)
    let entry = try entries(of: SQLName(table.name)).first { $0[0] == "table" }
    guard table.kind == .table, added.count == 1, let column = added.first,
      let sql = entry?[2].string
    else { return false }
    table.columns.append(column)
    table.sql = sql
    table.foreignKeys = try foreignKeys(of: table.name)
    return true
  }

  /// Removes the index or trigger that the last statement dropped.
  package func remove(_ part: SchemaPart, from table: inout SchemaTable) throws(SQLiteError) {
    switch part {
    case .index(let name): table.indexes.removeFirst { $0.name.isSameName(as: name) }
    case .trigger(let name): table.triggers.removeFirst { $0.name.isSameName(as: name) }
    }
    try noteLastRow()
  }
}

extension String {
  /// Whether CREATE INDEX ends with a condition. WHERE is a reserved keyword, so it is only a name in quotes.
  fileprivate var hasOuterWhere: Bool {
    SQLText(self).outerIndex(of: "WHERE") != nil
  }
}
