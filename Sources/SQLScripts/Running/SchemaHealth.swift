import SQLScriptsDatabase
import SQLScriptsFiles

/// Which views and triggers of a database cannot be used (law 18).
///
/// SQLite compiles a view or a trigger when it is used, not when a table goes away under it. So each is
/// used, in a statement that is compiled and never run.
package enum SchemaHealth {
  /// The names of those that do not compile, with SQLite's words.
  package static func broken(_ connection: Connection) throws(SQLiteError) -> [String: String] {
    let objects = try connection.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('view', 'trigger')")
    var broken: [String: String] = [:]
    for object in objects {
      guard let type = object[0].string, let name = object[1].string, let table = object[2].string
      else { continue }
      let probe: String
      if type == "view" {
        probe = "SELECT * FROM main.\(name.quotedName)"
      } else {
        guard let use = try statement(firing: object[3].string ?? "", on: table, connection) else {
          continue
        }
        probe = use
      }
      do {
        _ = try connection.prepare(probe)
      } catch  where error.code == .error {
        broken[name] = error.message
      }
    }
    return broken
  }

  /// A statement that fires a trigger.
  private static func statement(
    firing trigger: String, on table: String, _ connection: Connection
  ) throws(SQLiteError) -> String? {
    switch event(of: trigger) {
    case "delete": return "DELETE FROM main.\(table.quotedName)"
    case "insert": return "INSERT INTO main.\(table.quotedName) DEFAULT VALUES"
    case "update":
      // Every column that can be set: the trigger may be UPDATE OF any of them.
      let columns = try connection.rows(
        "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden = 0", .text(table)
      ).compactMap { $0.first?.string?.quotedName }
      guard !columns.isEmpty else { return nil }
      let sets = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
      return "UPDATE main.\(table.quotedName) SET \(sets)"
    default: return nil
    }
  }

  /// The event of CREATE TRIGGER: the last of the three words before ON.
  private static func event(of trigger: String) -> String? {
    var text = trigger
    return text.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      var event: String?
      while let token = scanner.nextSignificant() {
        guard token.kind == .word else { continue }
        let word = String(decoding: bytes[token.range], as: UTF8.self).lowercased()
        if word == "on" { return event }
        if ["delete", "insert", "update"].contains(word) { event = word }
      }
      return event
    }
  }
}
