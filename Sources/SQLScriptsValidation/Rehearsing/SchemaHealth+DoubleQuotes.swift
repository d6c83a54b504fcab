import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

extension SchemaHealth {
  /// Views and triggers in which SQLite reads a name in double quotes as text, because no column has that name.
  ///
  /// - Parameter names: the views and triggers to check.
  /// - Returns: what SQLite would say if it did not, for the first such name of each.
  static func doubleQuotedTexts(
    among names: Set<SQLName>, _ connection: Connection
  ) throws(SQLiteError) -> [SQLName: String] {
    if names.isEmpty { return [:] }
    let rows = try connection.rows(
      "SELECT name FROM main.sqlite_schema WHERE type IN ('view', 'trigger') AND instr(sql, '\"')")
    let quoted = names.intersection(rows.compactMap { $0.first?.string.map { SQLName($0) } })
    guard !quoted.isEmpty else { return [:] }
    let usable = try broken(connection) { quoted.contains($0) }
    connection.setDoubleQuotedText(allowed: false)
    defer { connection.setDoubleQuotedText(allowed: true) }
    return try broken(connection) { quoted.contains($0) }.filter { usable[$0.key] == nil }
      .compactMapValues {
        guard case .noSuchColumn(let name) = SQLiteMeaning($0) else { return nil }
        return "no such column: \(name)"
      }
  }
}
