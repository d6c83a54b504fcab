import SQLScripts
import SQLScriptsDatabase

/// What a database is: its version, its history, its schema and all its rows.
package struct Standing: Hashable {
  /// nil for a database that has none.
  package var version: Int64?
  package var history: [String] = []
  package var content: [String] = []

  package struct Damage: Error, CustomStringConvertible {
    package var description: String
  }

  /// Reads it as the next start of an app would: what a crash left behind is rolled back or played in.
  package init(of path: String) throws {
    guard DatabasePath.hasContents(path) else { return }
    let connection = try Connection(
      path: path, mode: .readWrite, busyTimeout: Milliseconds(1000))
    // One version of all of it, while others migrate.
    try connection.execute("BEGIN")
    let found = try connection.rows("PRAGMA integrity_check").compactMap { $0[0].string }
    guard found == ["ok"] else {
      throw Damage(description: "integrity_check: \(found.prefix(3).joined(separator: "; "))")
    }
    guard try connection.rows("PRAGMA foreign_key_check").isEmpty else {
      throw Damage(description: "foreign_key_check found rows without the rows they refer to")
    }
    if connection.hasTable("db_version") {
      let rows = try connection.rows("SELECT db_version_num FROM db_version")
      guard rows.count == 1 else { throw Damage(description: "db_version has \(rows.count) rows") }
      version = rows[0][0].int64
    }
    if connection.hasTable("db_version_history") {
      history = try connection.rows(
        """
        SELECT version, script, checksum, statement_count, origin FROM db_version_history
        ORDER BY version
        """
      ).map(Self.text)
    }
    let objects = try connection.rows(
      """
      SELECT type, name, sql FROM sqlite_schema
      WHERE name NOT LIKE 'db_version%' AND name NOT LIKE 'sqlite_%' ORDER BY type, name
      """)
    for object in objects {
      content.append(Self.text(object))
      guard object[0].string == "table", let name = object[1].string else { continue }
      content += try connection.rows("SELECT rowid, * FROM \"\(name)\" ORDER BY rowid")
        .map(Self.text)
    }
  }

  private static func text(_ row: [SQLiteValue]) -> String {
    row.map(\.description).joined(separator: "|")
  }

  package var words: String {
    let name = version.map { "version \($0)" } ?? "no version"
    return "\(name), \(history.count) history rows, \(content.count) objects and rows"
  }
}
