import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

/// A table by itself in a database in memory, to ask SQLite about it: words do not tell what is a column.
struct ScratchTable {
  private let connection: Connection
  private let name: String

  /// - Parameter sql: its CREATE TABLE.
  init(_ sql: String, named name: String) throws(SQLiteError) {
    let connection = try Connection(repeatableAt: .first)
    try connection.setScratchLimits()
    self.connection = connection
    self.name = name
    try ScratchGuard.watching(connection, running: nil) { (_) throws(SQLiteError) in
      try connection.prepareOnly(sql).execute()
    }
  }

  /// What SQLite knows of it; nil if the statement made no table of the name.
  func table() throws(SQLiteError) -> SchemaTable? {
    try SchemaReader(connection).snapshot(without: [])[name]
  }

  /// The indexes that would not be there without a column: ALTER TABLE rewrites these and no others when
  /// the column gets another name.
  ///
  /// - Parameter indexes: made by CREATE INDEX.
  func indexes(using column: SchemaColumn, among indexes: [SchemaIndex]) throws(SQLiteError)
    -> [SchemaIndex]
  {
    for index in indexes {
      if let sql = index.sql { _ = try connection.prepareOnly(sql).execute() }
    }
    let before = try sql(of: indexes)
    try connection.execute(
      "ALTER TABLE \(name.quotedName) RENAME COLUMN \(column.name.quotedName) TO "
        + "\("sqlscripts_other_\(column.name)".quotedName)")
    let after = try sql(of: indexes)
    return zip(indexes, zip(before, after)).filter { $0.1.0 != $0.1.1 }.map(\.0)
  }

  private func sql(of indexes: [SchemaIndex]) throws(SQLiteError) -> [SQLiteValue?] {
    var found: [SQLiteValue?] = []
    for index in indexes {
      found.append(
        try connection.rows(
          "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?", .text(index.name)
        ).first?.first)
    }
    return found
  }
}

extension SchemaTable {
  /// The indexes that CREATE INDEX has made on a column, among others or in an expression or a WHERE.
  func indexes(using column: SchemaColumn) -> [SchemaIndex] {
    let created = indexes.filter { $0.origin == .created }
    do throws(SQLiteError) {
      return try ScratchTable(sql, named: name).indexes(using: column, among: created)
    } catch {
      // A collation or a function of the app's is not here: the columns that SQLite lists are known, and an
      // expression is judged by its words.
      return created.filter { index in
        index.columns.contains { $0?.isSameName(as: column.name) ?? false }
          || (index.isPartial || index.columns.contains(nil))
            && SQLWords(index.sql ?? "").names.contains { $0.isSameName(as: column.name) }
      }
    }
  }
}
