import Foundation
import SQLScriptsDatabase
import SQLScriptsReporting

/// The contents of a database, read on a separate connection.
struct Database {
  let connection: Connection

  init(_ path: String) throws {
    connection = try Connection(path: path, mode: .readOnly, busyTimeout: Milliseconds(0))
  }

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// SHA-256 of the schema as compact JSON, without the runner's tables.
  func schemaHash() throws -> String {
    let rows = try connection.rows(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_master
      WHERE tbl_name NOT IN ('db_version', 'db_version_history')
      ORDER BY type, name, tbl_name, sql
      """)
    let json = rows.map { row in
      "[" + row.map { $0.string.map(JSONText.quoted) ?? "null" }.joined(separator: ",") + "]"
    }
    return SHA256.hex(Array("[\(json.joined(separator: ","))]".utf8))
  }

  /// The hash of an empty schema.
  static let emptySchemaHash = SHA256.hex(Array("[]".utf8))

  func integrity() throws -> String? { try connection.value("PRAGMA integrity_check")?.string }

  func foreignKeyViolations() throws -> Int {
    try connection.rows("PRAGMA foreign_key_check").count
  }

  /// The tables, without SQLite's and the runner's own.
  func tables() throws -> Set<String> {
    let rows = try connection.rows(
      """
      SELECT name FROM sqlite_master WHERE type = 'table'
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT IN ('db_version', 'db_version_history')
      """)
    return Set(rows.compactMap { $0[0].string })
  }

  func rowCount(_ table: String) throws -> Int64? {
    try connection.value("SELECT count(*) FROM \(Self.quoted(table))")?.int64
  }

  func columnHash(_ column: String, of table: String) throws -> String {
    let rows = try connection.rows("SELECT \(Self.quoted(column)) FROM \(Self.quoted(table))")
    return PythonText.columnHash(rows.map { $0[0] })
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
