import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

/// A table in an in-memory database, to ask SQLite which words are columns.
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

  /// The table as SQLite describes it; nil if the statement created no table of this name.
  func table() throws(SQLiteError) -> SchemaTable? {
    try SchemaReader(connection).snapshot(without: [])[name]
  }

  /// The indexes that depend on a column. ALTER TABLE rewrites these, and no others, when the column is renamed.
  ///
  /// - Parameter indexes: indexes from CREATE INDEX.
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
  /// The indexes from CREATE INDEX that use a column, also in an expression or a WHERE.
  func indexes(using column: SchemaColumn) -> [SchemaIndex] {
    let created = indexes.filter { $0.origin == .created }
    do throws(SQLiteError) {
      return try ScratchTable(sql, named: name).indexes(using: column, among: created)
    } catch {
      // A collation or function of the app is missing here. Columns that SQLite lists are certain, and an expression is
      // judged by its words.
      return created.filter { index in
        index.columns.contains { $0?.isSameName(as: column.name) ?? false }
          || (index.isPartial || index.columns.contains(nil))
            && MentionedNames(index.sql ?? "").names.contains { $0.isSameName(as: column.name) }
      }
    }
  }
}
